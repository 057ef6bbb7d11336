/** Finds the field that a text from DGII names ("El campo MontoTotal …", "… DescuentoMonto de la línea 3"), as a JSON path. */
import type { EcfType } from '../model/ecf-types.js';
import { memberAt, repeats, shapeOf, type Shape } from '../json/shape.js';

/** Official name → the JSON paths where a type has it. Instead of an index, a path has `[]` after a repetition. */
class Places extends Map<string, readonly string[]> {
  readonly structures = new Set<string>();
}

const known = new Map<EcfType, Places>();

/**
 * Null when the text names no field of this type, or a field with several paths. Only names with a capital letter inside
 * are used, because other names may be ordinary words.
 */
export function elementPath(text: string, type: EcfType | undefined): string | null {
  if (type === undefined) return null;
  const places = placesOf(type);
  const line = /l[ií]nea\D{0,10}(\d{1,5})/iu.exec(text)?.[1];
  const named = [...text.matchAll(/\b[A-Za-z][A-Za-z0-9]{2,60}\b/gu)]
    .map(([name]) => name)
    .filter((name) => /[a-z0-9][A-Z]/u.test(name))
    .flatMap((name) => choose(places.get(name) ?? [], line) ?? []);
  // When the text names a structure too, it only says where the field is.
  const path = named.find((one) => !places.structures.has(one)) ?? named[0];
  return path === undefined ? null : indexed(path, line);
}

/** True when the type has this field: DGII uses the same codes for all types. */
export function inDocument(campo: string, type: EcfType | undefined): boolean {
  const [, ...path] = campo.replace(/\[\d+\]/gu, '').split('.');
  return type === undefined || memberAt(type, path) !== undefined;
}

const lines = 'ECF.DetallesItems.Item[]';

function choose(paths: readonly string[], line: string | undefined): string | undefined {
  const ofLines = paths.filter((path) => path.startsWith(lines));
  const candidates = line !== undefined && ofLines.length > 0 ? ofLines : paths;
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** DGII counts lines from 1. It gives no number for other repetitions: the path then ends at the table. */
function indexed(path: string, line: string | undefined): string {
  const numbered = line !== undefined && Number(line) > 0;
  const placed = numbered ? path.replace(lines, `ECF.DetallesItems.Item[${Number(line) - 1}]`) : path;
  return placed.replace(/\[\].*$/u, '');
}

export function placesOf(type: EcfType): Places {
  let places = known.get(type);
  if (places === undefined) {
    places = new Places();
    collect(shapeOf(type), 'ECF', places);
    known.set(type, places);
  }
  return places;
}

function collect(shape: Shape, parent: string, found: Places): void {
  for (const member of shape.members) {
    const path = `${parent}.${member.jsonName}${repeats(member) ? '[]' : ''}`;
    for (const name of new Set([member.name, member.jsonName]))
      found.set(name, [...(found.get(name) ?? []), path]);
    if (member.shape === undefined) continue;
    found.structures.add(path);
    collect(member.shape, path, found);
  }
}
