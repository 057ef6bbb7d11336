/** What to say of a field that does not exist where it was sent: the place or the name that was probably meant. */
import type { EcfType } from '../model/ecf-types.js';
import { placesOf } from '../messages/element-path.js';
import { didYouMean, listed, nearestNames } from './nearest-name.js';
import { shapeOf, type Shape } from './shape.js';

/** Different fields of one voucher that get a hint: comparing names takes time, and a body may have a million fields. */
const hintsMax = 50;
/** A name that stands in more places says nothing about which one was meant. */
const placesMax = 3;

export class UnknownFields {
  /** By place and name: ten thousand lines may repeat one mistake. */
  private readonly known = new Map<Shape, Map<string, string | undefined>>();
  private hints = 0;

  constructor(private readonly type: EcfType) {}

  /** Undefined when nothing in the type resembles the field. */
  hint(name: string, shape: Shape): string | undefined {
    const ofShape = this.known.get(shape) ?? new Map<string, string | undefined>();
    this.known.set(shape, ofShape);
    if (ofShape.has(name)) return ofShape.get(name);
    if (this.hints === hintsMax) return undefined;
    this.hints++;
    const hint = placeHint(name, this.type) ?? nameHint(name, shape);
    ofShape.set(name, hint);
    return hint;
  }
}

/** The same beside ECF, where there is no type yet: its parts are the same in all types. */
export function besideEcfHint(name: string): string | undefined {
  if (shapeOf(31).byName.has(name)) return 'Va en ECF.';
  const names = nearestNames(name, ['ECF']);
  return names.length === 0 ? undefined : didYouMean(names);
}

function placeHint(name: string, type: EcfType): string | undefined {
  const parents = (placesOf(type).get(name) ?? []).map((path) => path.slice(0, path.lastIndexOf('.')));
  return parents.length === 0 || parents.length > placesMax ? undefined : `Va en ${listed(parents, 'o')}.`;
}

function nameHint(name: string, shape: Shape): string | undefined {
  const members = shape.members.filter((member) => member.type?.kind !== 'signingTime');
  const names = nearestNames(
    name,
    members.map(({ jsonName }) => jsonName),
  );
  return names.length === 0 ? undefined : didYouMean(names);
}
