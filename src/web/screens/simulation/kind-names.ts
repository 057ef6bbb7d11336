/** What a kind of the simulation is called. */
import type { SimulationKind } from '../../api/answers.js';
import { es } from '../../es.js';
import { shortType } from '../../shared/short-type.js';

type Named = Pick<SimulationKind, 'kind' | 'ecfType'>;

export function kindName({ kind, ecfType }: Named): string {
  const name = `${ecfType} ${shortType(ecfType)}`;
  const part = kindPart(kind);
  return part === '' ? name : `${name}, ${part}`;
}

/** Which part of type 32 it is; empty for the other types. */
function kindPart(kind: SimulationKind['kind']): string {
  if (kind === '32-full') return es.simulation.full32;
  return kind === '32-summary' ? es.simulation.summary32 : '';
}
