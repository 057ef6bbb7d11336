/** A repeated member, such as the lines of a voucher. It shows a few items at a time, so that a voucher of a thousand lines stays quick. */
import { LosslessNumber } from 'lossless-json';
import { useState, type ComponentType } from 'react';
import type { Member, Shape } from '../../../../ecf/json/shape.js';
import { es } from '../../../es.js';
import { Button } from '../../../parts/button.js';
import { isObject, objectOf, type Json, type JsonObject } from '../../../shared/exact-json.js';
import type { FaultsByField } from '../faults.js';
import { LeafEditor } from './leaf-editor.js';

interface ListProps {
  readonly member: Member & { readonly max: number };
  readonly value: readonly Json[];
  readonly path: string;
  readonly faults: FaultsByField;
  readonly hidden: ReadonlySet<string>;
  /** A parameter and not an import, because groups contain lists and lists contain groups. */
  readonly Group: ComponentType<GroupProps>;
  /** The change is made to the items that the voucher has then, as in `GroupProps`. */
  readonly onChange: (change: (items: readonly Json[]) => readonly Json[]) => void;
}

const shownAtOnce = 5;

export function ListEditor({ member, value, path, faults, hidden, Group, onChange }: ListProps) {
  const [start, setStart] = useState(0);
  const first = Math.min(start, Math.max(0, value.length - 1));
  const shown = value.slice(first, first + shownAtOnce);
  const put = (index: number, change: (item: Json) => Json) =>
    onChange((items) => items.map((item, at) => (at === index ? change(item) : item)));
  const remove = (index: number) => onChange((items) => renumbered(items.toSpliced(index, 1)));
  const add = () => {
    onChange((items) => renumbered([...items, member.shape === undefined ? '' : newItem(member)]));
    setStart(Math.max(0, value.length + 1 - shownAtOnce));
  };
  return (
    <>
      <ol className="items" start={first + 1}>
        {shown.map((item, offset) => {
          const index = first + offset;
          const here = `${path}[${index}]`;
          const label = `${member.label} ${index + 1}`;
          return (
            <li key={index} aria-label={label} data-path={here}>
              {member.shape === undefined ? (
                <LeafEditor
                  member={member}
                  value={item}
                  faults={faults.get(here)}
                  path={here}
                  onChange={(next) => put(index, () => next ?? '')}
                />
              ) : (
                <Group
                  shape={member.shape}
                  value={objectOf(item)}
                  path={here}
                  faults={faults}
                  label={label}
                  hidden={hidden}
                  onChange={(change) => put(index, (now) => change(objectOf(now)))}
                />
              )}
              <Button
                small
                kind="quiet"
                label={`${es.certification.removeLine} ${label}`}
                onPress={() => remove(index)}
              >
                {es.certification.removeLine}
              </Button>
            </li>
          );
        })}
      </ol>
      <div className="actions">
        <Button small disabled={value.length >= member.max} onPress={add}>
          {es.certification.addOne(member.label)}
        </Button>
        {value.length <= shownAtOnce ? null : (
          <>
            <span className="small" role="status">
              {es.certification.lines(first + 1, first + shown.length, value.length)}
            </span>
            <Button small disabled={first === 0} onPress={() => setStart(Math.max(0, first - shownAtOnce))}>
              {es.certification.previous}
            </Button>
            <Button
              small
              disabled={first + shownAtOnce >= value.length}
              onPress={() => setStart(first + shownAtOnce)}
            >
              {es.certification.following}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

/** The catalogue's name for the number of a line. */
const lineNumber = 'NumeroLinea';

function newItem({ shape }: Member): JsonObject {
  return shape?.byName.has(lineNumber) === true ? { [lineNumber]: new LosslessNumber('0') } : {};
}

/** Line numbers count from one without gaps, so the removal of a line renumbers the others. */
function renumbered(items: readonly Json[]): readonly Json[] {
  return items.map((item, index) =>
    isObject(item) && item[lineNumber] !== undefined
      ? { ...item, [lineNumber]: new LosslessNumber(String(index + 1)) }
      : item,
  );
}

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
