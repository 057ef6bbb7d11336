/** The faults of a voucher: grouped by field for the form, and as a list. An entry of the list leads to its field. */
import { isRejection, structureFaults, type Fault } from '../../../../ecf/model/fault.js';
import { Badge } from '../../../parts/badge.js';
import { Warning } from '../../../parts/form/field.js';
import { certification as certificationTexts } from '../../../texts/certification.js';

const untilTyped: ReadonlySet<string> = new Set([structureFaults.missing.code, structureFaults.tooFew.code]);

export type FaultsByField = ReadonlyMap<string, readonly Fault[]>;

/** Leaves out missing fields: an empty form would be red before anybody typed. The list of faults still names them. */
export function byField(faults: readonly Fault[]): FaultsByField {
  const found = new Map<string, Fault[]>();
  const shown = faults.filter(({ code }) => !untilTyped.has(code));
  for (const fault of shown) found.set(fault.campo, [...(found.get(fault.campo) ?? []), fault]);
  return found;
}

interface ListProps {
  /** Undefined if the text is not JSON. */
  readonly faults: readonly Fault[] | undefined;
  readonly busy: boolean;
  /** The server also compares the voucher with the one that it modifies, which this page does not have. */
  readonly serverChecksMore: boolean;
  /** Shows the fields that this form leaves out. */
  readonly onHidden?: () => void;
}

const shownMax = 30;

export function FaultList({ faults, busy, serverChecksMore, onHidden }: ListProps) {
  const all = faults ?? [];
  const rejections = all.filter(isRejection).length;
  const warnings = all.length - rejections;
  return (
    <section className="card" aria-labelledby="faults">
      <header>
        <h2 id="faults">{certificationTexts.faults}</h2>
        <div role="status" className="actions">
          {busy ? (
            <span className="soft">{certificationTexts.checking}</span>
          ) : faults === undefined ? (
            <Badge tone="bad">{certificationTexts.notJson}</Badge>
          ) : (
            <>
              {rejections > 0 ? <Badge tone="bad">{certificationTexts.rejections(rejections)}</Badge> : null}
              {warnings > 0 ? <Badge tone="warn">{certificationTexts.warnings(warnings)}</Badge> : null}
              {all.length > 0 ? null : serverChecksMore ? (
                <Badge tone="info">{certificationTexts.validHere}</Badge>
              ) : (
                <Badge tone="good">{certificationTexts.valid}</Badge>
              )}
            </>
          )}
        </div>
      </header>
      {serverChecksMore && all.length === 0 && faults !== undefined ? (
        <p className="hint">{certificationTexts.serverChecksMore}</p>
      ) : null}
      <ul className="plain-list faults">
        {all.slice(0, shownMax).map((fault, index) => (
          <FaultEntry key={`${fault.code}${fault.campo}${index}`} fault={fault} onHidden={onHidden} />
        ))}
      </ul>
      {all.length > shownMax ? (
        <p className="soft">{certificationTexts.more(all.length - shownMax)}</p>
      ) : null}
    </section>
  );
}

interface EntryProps {
  readonly fault: Fault;
  readonly onHidden: (() => void) | undefined;
}

function FaultEntry({ fault, onHidden }: EntryProps) {
  const { code, campo, mensaje } = fault;
  return (
    <li className={`notice ${isRejection(fault) ? 'bad' : 'warn'}`}>
      {isRejection(fault) ? <div>{mensaje}</div> : <Warning>{mensaje}</Warning>}
      <div className="small">
        <span className="mono">{code}</span>
        {campo === '' ? null : (
          <>
            {' · '}
            <button type="button" className="link mono" onClick={() => focusField(campo, onHidden)}>
              {campo}
            </button>
          </>
        )}
      </div>
    </li>
  );
}

/**
 * Focuses the field, or else the nearest group on the screen that contains it. A form without it first shows all fields, and is asked once
 * more when the browser has drawn them.
 */
function focusField(campo: string, onHidden: (() => void) | undefined): void {
  if (onHidden !== undefined && fieldAt(campo) === null) {
    onHidden();
    requestAnimationFrame(() => focusField(campo, undefined));
    return;
  }
  for (let path = campo; path !== ''; path = path.replace(/(?:\.[^.[\]]*|\[\d+\]|^[^.[\]]*)$/, '')) {
    const found = fieldAt(path);
    if (found !== null) {
      found.focus();
      found.scrollIntoView({ block: 'center' });
      return;
    }
  }
}

function fieldAt(path: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
}
