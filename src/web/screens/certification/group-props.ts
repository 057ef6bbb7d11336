/** What the form of a group gets; lists of groups pass it on. */
import type { Shape } from '../../../ecf/json/shape.js';
import type { JsonObject } from '../../shared/exact-json.js';
import type { FaultsByField } from './faults.js';

export interface GroupProps {
  readonly shape: Shape;
  readonly value: JsonObject;
  /** JSON path of the group, as faults name it. */
  readonly path: string;
  readonly faults: FaultsByField;
  readonly label: string;
  /** Fields that the screen shows elsewhere, by path. */
  readonly hidden: ReadonlySet<string>;
  readonly onChange: (value: JsonObject) => void;
}
