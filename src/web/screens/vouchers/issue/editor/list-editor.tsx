/** A repeated member, such as the lines of a voucher. It shows a few items at a time, so that a voucher of a thousand lines stays quick. */
import { LosslessNumber } from 'lossless-json';
import {
  createContext,
  useContext,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type RefObject,
} from 'react';
import type { Member, Shape } from '../../../../../ecf/json/shape.js';
import { Button } from '../../../../parts/button.js';
import { isList, isObject, objectOf, type Json, type JsonObject } from '../../../../shared/exact-json.js';
import type { FaultsByField } from '../faults.js';
import { LeafEditor } from './leaf-editor.js';
import { certification as certificationTexts } from '../../../../texts/certification.js';

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

/** Called before a removal that a person may want to undo. The form of a voucher provides it. */
export const SetAside = createContext<() => void>(() => undefined);

export function ListEditor({ member, value, path, faults, hidden, Group, onChange }: ListProps) {
  const [start, setStart] = useState(0);
  const list = useRef<HTMLOListElement>(null);
  const awaitNewItem = useFocusOnNewItem(list, path, value.length);
  const { keys, keyGone } = useRowKeys(value.length);
  const setAside = useContext(SetAside);
  const first = Math.min(start, Math.max(0, value.length - 1));
  const shown = value.slice(first, first + shownAtOnce);
  const put = (index: number, change: (item: Json) => Json) =>
    onChange((items) => items.map((item, at) => (at === index ? change(item) : item)));
  const remove = (index: number) => {
    if (hasContent(value[index])) setAside();
    keyGone(index);
    onChange((items) => renumbered(items.toSpliced(index, 1)));
    // The button that had the focus goes away with its row.
    list.current?.focus({ preventScroll: true });
  };
  const add = () => {
    awaitNewItem();
    onChange((items) => renumbered([...items, member.shape === undefined ? '' : newItem(member)]));
    setStart(Math.max(0, value.length + 1 - shownAtOnce));
  };
  return (
    <>
      <ol className="items" start={first + 1} ref={list} tabIndex={-1}>
        {shown.map((item, offset) => {
          const index = first + offset;
          const here = `${path}[${index}]`;
          const label = `${member.label} ${index + 1}`;
          return (
            <li key={keys[index]} aria-label={label} data-path={here}>
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
                once
                label={`${certificationTexts.removeLine} ${label}`}
                onPress={() => remove(index)}
              >
                {certificationTexts.removeLine}
              </Button>
            </li>
          );
        })}
      </ol>
      <div className="actions">
        <Button small disabled={value.length >= member.max} onPress={add}>
          {certificationTexts.addOne(member.label)}
        </Button>
        <Pages first={first} shown={shown.length} count={value.length} onStart={setStart} />
      </div>
    </>
  );
}

interface PagesProps {
  readonly first: number;
  readonly shown: number;
  readonly count: number;
  readonly onStart: (first: number) => void;
}

function Pages({ first, shown, count, onStart }: PagesProps) {
  if (count <= shownAtOnce) return null;
  const next = first + shownAtOnce;
  return (
    <>
      <span className="small" role="status">
        {certificationTexts.lines(first + 1, first + shown, count)}
      </span>
      <Button small disabled={first === 0} onPress={() => onStart(Math.max(0, first - shownAtOnce))}>
        {certificationTexts.previous}
      </Button>
      <Button small disabled={next >= count} onPress={() => onStart(next)}>
        {certificationTexts.following}
      </Button>
    </>
  );
}

/**
 * Focuses the first empty field of an added item. The list follows the voucher a moment later, so the focus waits.
 * @returns call it before the item is added
 */
function useFocusOnNewItem(list: RefObject<HTMLOListElement | null>, path: string, length: number) {
  const isAwaited = useRef(false);
  const before = useRef(length);
  useEffect(() => {
    const isLonger = length > before.current;
    before.current = length;
    if (!isLonger || !isAwaited.current) return;
    isAwaited.current = false;
    const fields = 'input, select, textarea';
    const item = list.current?.querySelector(`li[data-path="${path}[${length - 1}]"]`);
    const all = [...(item?.querySelectorAll<HTMLInputElement>(fields) ?? [])];
    (all.find(({ value }) => value === '') ?? all[0])?.focus();
  }, [list, path, length]);
  return () => {
    isAwaited.current = true;
  };
}

/** A row keeps its key, and its added fields, when another row goes; a removal waits until the list is shorter. */
function useRowKeys(length: number) {
  const [rows, setRows] = useState<Rows>({ keys: [], next: 0, gone: [] });
  const current = rows.keys.length === length ? rows : fitted(rows, length);
  // React draws this component again before it shows anything.
  if (current !== rows) setRows(current);
  return {
    keys: current.keys,
    keyGone: (index: number) => setRows((now) => ({ ...now, gone: [...now.gone, index] })),
  };
}

interface Rows {
  readonly keys: readonly number[];
  readonly next: number;
  /** The removals that the list does not show yet, in their order. */
  readonly gone: readonly number[];
}

function fitted({ keys, next, gone }: Rows, length: number): Rows {
  const left = gone.reduce((kept, index) => kept.toSpliced(index, 1), keys).slice(0, length);
  const added = Array.from({ length: length - left.length }, (_, n) => next + n);
  return { keys: [...left, ...added], next: next + added.length, gone: [] };
}

const lineNumber = 'NumeroLinea';

function newItem({ shape }: Member): JsonObject {
  return shape?.byName.has(lineNumber) === true ? { [lineNumber]: new LosslessNumber('0') } : {};
}

/** True if a person would miss the value. A line that has only its number is empty. */
export function hasContent(value: Json | undefined): boolean {
  if (isList(value)) return value.some(hasContent);
  if (isObject(value))
    return Object.entries(value).some(([name, member]) => name !== lineNumber && hasContent(member));
  return value !== undefined && value !== null && value !== '';
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
  readonly path: string;
  readonly faults: FaultsByField;
  readonly label: string;
  /** The paths of fields that the form leaves out: the screen shows them elsewhere, or the service fills them in. */
  readonly hidden: ReadonlySet<string>;
  /**
   * Gets a function that changes the voucher's present value. That value may be newer than the one on this form: a person leaves one field
   * and types into the next before the form shows the first change.
   */
  readonly onChange: (change: (value: JsonObject) => JsonObject) => void;
}
