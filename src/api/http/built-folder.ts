/** A folder that the build made, such as dist/web/assets or dist/docs. Its files are read once and stay in memory. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { assetOf, type Asset } from './asset.js';

export interface BuiltFolder {
  /** Whether the build has not made it yet. */
  readonly isEmpty: () => boolean;
  readonly has: (name: string) => boolean;
  readonly asset: (name: string) => Asset;
}

/** It has only the names that are there at the first question, so no path leads out of the folder. */
export function openBuiltFolder(folder: string): BuiltFolder {
  let names: ReadonlySet<string> | undefined;
  const assets = new Map<string, Asset>();
  const known = () => (names ??= namesIn(folder));
  return {
    isEmpty: () => known().size === 0,
    has: (name) => known().has(name),
    asset: (name) => {
      const asset = assets.get(name) ?? assetOf(readFileSync(join(folder, name)));
      assets.set(name, asset);
      return asset;
    },
  };
}

function namesIn(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Set(
    files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/')),
  );
}
