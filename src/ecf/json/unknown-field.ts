/** Hints for a field that does not exist where it was sent: where it belongs, or the name that was probably meant. */
import type { EcfType } from '../model/ecf-types.js';
import { placesOf } from '../messages/element-path.js';
import { didYouMean, joinNames, nearestNames } from './nearest-name.js';
import { shapeOf, type Shape } from './shape.js';

/** The most hints for one voucher: comparing names takes time, and a body may have a million fields. */
const hintsMax = 50;
/** If a name exists in more paths than this, we cannot guess which one was meant. */
const placesMax = 3;

export class UnknownFields {
  /** By structure and name: ten thousand lines may repeat one mistake. */
  private readonly known = new Map<Shape, Map<string, string | undefined>>();
  private hints = 0;

  constructor(private readonly type: EcfType) {}

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

/** The hint for a field beside ECF. The type is not known yet; type 31 will do, as all types have the same parts. */
export function besideEcfHint(name: string): string | undefined {
  if (shapeOf(31).byName.has(name)) return 'Va en ECF.';
  const names = nearestNames(name, ['ECF']);
  return names.length === 0 ? undefined : didYouMean(names);
}

function placeHint(name: string, type: EcfType): string | undefined {
  const parents = (placesOf(type).get(name) ?? []).map((path) => path.slice(0, path.lastIndexOf('.')));
  return parents.length === 0 || parents.length > placesMax ? undefined : `Va en ${joinNames(parents, 'o')}.`;
}

function nameHint(name: string, shape: Shape): string | undefined {
  const members = shape.members.filter((member) => member.type?.kind !== 'signingTime');
  const names = nearestNames(
    name,
    members.map(({ jsonName }) => jsonName),
  );
  return names.length === 0 ? undefined : didYouMean(names);
}
