/** The cells for which the service refused a workbook. */
import { es } from '../../es.js';

export interface WrongWorkbook {
  readonly fileName: string;
  /** As the service's refusal carries it; the contract does not describe it. */
  readonly detalle: unknown;
}

interface WorkbookFault {
  readonly code: string;
  /** `ECF!AB7`. Absent when the fault is not in one cell. */
  readonly cell?: string;
  readonly mensaje: string;
}

export function WorkbookFaults({ wrong: { fileName, detalle } }: { readonly wrong: WrongWorkbook }) {
  const { faults = [] } = (detalle ?? {}) as { readonly faults?: readonly WorkbookFault[] };
  if (faults.length === 0) return null;
  const title = es.certificationRuns.wrongCells(fileName, faults.length);
  return (
    <>
      <h3 className="wrap">{title}</h3>
      {/* The keyboard scrolls it when it has the focus. */}
      <div className="faults" role="region" aria-label={title} tabIndex={0}>
        <ul className="plain-list">
          {faults.map(({ code, cell, mensaje }, index) => (
            <li key={`${code}-${index}`} className="notice bad">
              <div>
                {cell === undefined ? null : <strong className="mono">{cell} </strong>}
                {mensaje}
              </div>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
