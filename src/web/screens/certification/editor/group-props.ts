/** The properties of a group's form. A list of groups passes them on to each group. */
import type { Shape } from '../../../../ecf/json/shape.js';
import type { JsonObject } from '../../../shared/exact-json.js';
import type { FaultsByField } from '../faults.js';

export interface GroupProps {
  readonly shape: Shape;
  readonly value: JsonObject;
  /** The group's JSON path, spelled as in the faults. */
  readonly path: string;
  readonly faults: FaultsByField;
  readonly label: string;
  /** The paths of fields that the form leaves out: the screen shows them elsewhere, or the service fills them in. */
  readonly hidden: ReadonlySet<string>;
  /**
   * The change is made to what the voucher has then. It may have more than this form shows: a person leaves one field and types into
   * the next before the form has followed.
   */
  readonly onChange: (change: (value: JsonObject) => JsonObject) => void;
}
