/** Packs an export of the archive as a compressed tar: one stream, whatever its size, that every system can open. */
import { once } from 'node:events';
import { pipeline } from 'node:stream';
import { createGzip, constants } from 'node:zlib';
import type { Readable } from 'node:stream';
import { pack, type Pack } from 'tar-stream';
import type { ArchiveFile } from './archive-files.js';

/** XML shrinks nearly as much, and it takes a third of the time. */
const compression = { level: constants.Z_BEST_SPEED };

export interface PackOrder {
  /** Of everything in it. */
  readonly folder: string;
  readonly now: Date;
}

/** The stream ends with an error if a file cannot be read, so that nobody takes a part for the whole. */
export function packArchive(files: AsyncIterable<ArchiveFile>, { folder, now }: PackOrder): Readable {
  const tar = pack();
  const stream = createGzip(compression);
  // The error, if there is one, reaches the reader of the stream.
  pipeline(tar, stream, () => undefined);
  fill(tar, files, { folder, now }).catch((error: unknown) => {
    tar.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return stream;
}

async function fill(tar: Pack, files: AsyncIterable<ArchiveFile>, { folder, now }: PackOrder): Promise<void> {
  for await (const { path, bytes, content } of files) {
    const mode = path.endsWith('.sh') ? 0o755 : 0o644;
    let entry: ReturnType<Pack['entry']> | undefined;
    const ended = new Promise<void>((resolve, reject) => {
      entry = tar.entry({ name: `${folder}/${path}`, size: bytes, mode, mtime: now }, (error) =>
        error ? reject(error) : resolve(),
      );
    });
    // It may end before anybody waits for it.
    ended.catch(() => undefined);
    if (entry === undefined) throw new Error('The tar takes no entry');
    for await (const chunk of content)
      if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), ended]);
    entry.end(null);
    await ended;
  }
  tar.finalize();
}
