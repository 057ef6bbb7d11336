/** Uploads DGII's workbook. The service checks every row and sends nothing. If the file is wrong, the form lists its wrong cells. */
import { useState } from 'react';
import type { QueryOf } from '../../../api/answers.js';
import { ApiError, isRefusal } from '../../../api/api-error.js';
import { runsQuery, uploadRun } from '../../../api/certification.js';
import type { Place } from '../../../api/vouchers.js';
import { FileField, SelectField } from '../../../parts/form/field.js';
import { Form } from '../../../parts/form/form.js';
import { useForm } from '../../../parts/form/use-form.js';
import { useLate } from '../../../shell/late-answers.js';
import { useOpenRun } from './run-action.js';
import { certificationRuns as texts } from '../../../texts/certification-runs.js';

type Kind = QueryOf<'uploadCertificationRun'>['kind'];

interface Upload {
  readonly kind: Kind;
  readonly workbook: File | undefined;
}
const start: Upload = { kind: 'vouchers', workbook: undefined };

/** The service takes no larger workbook. */
const fileBytesMax = 5 * 1024 * 1024;

export function UploadForm({ place }: { readonly place: Place }) {
  const late = useLate(place.companyId);
  const openRun = useOpenRun(place, late);
  const [wrong, setWrong] = useState<WrongWorkbook>();
  // As the key of the file's field, this count empties it: a browser does not take the same file twice, although it was corrected.
  const [refusals, setRefusals] = useState(0);
  const form = useForm({
    start,
    send: async ({ kind, workbook }) => {
      if (workbook === undefined) throw new Error('the browser sends no form without its required file');
      setWrong(undefined);
      try {
        return await late.watch(texts.lateProblem, uploadRun(place.companyId, kind, workbook));
      } catch (error) {
        if (error instanceof ApiError && error.campo === 'workbook') {
          setRefusals((count) => count + 1);
          file.onChange(undefined);
        }
        if (isRefusal(error, 'WORKBOOK_INVALID'))
          setWrong({ fileName: workbook.name, detalle: error.detalle });
        throw error;
      }
    },
    refreshes: [runsQuery(place.companyId)],
    done: openRun,
  });
  const file = form.field('workbook');
  const sizeFault = file.value === undefined ? undefined : sizeFaultOf(file.value);
  return (
    <section className="card" aria-labelledby="upload">
      <h2 id="upload">{texts.uploadTitle}</h2>
      <p className="soft">{texts.uploadHint}</p>
      <div className="narrow">
        <Form
          form={form}
          submit={form.pending ? texts.uploading : texts.upload}
          blocked={sizeFault !== undefined}
        >
          <SelectField label={texts.kind} options={texts.kinds} {...form.field('kind')} />
          <FileField
            key={refusals}
            label={texts.file}
            hint={texts.fileHint}
            accept=".xlsx"
            kinds={['zip']}
            wanted={texts.wanted}
            error={sizeFault ?? (file.value === undefined ? file.error : undefined)}
            onChange={file.onChange}
          />
          <p className="visually-hidden" role="status">
            {form.pending ? texts.uploading : ''}
          </p>
        </Form>
      </div>
      {wrong === undefined ? null : <WorkbookFaults wrong={wrong} />}
    </section>
  );
}

function sizeFaultOf({ size }: File): string | undefined {
  if (size > fileBytesMax) return texts.tooLarge;
  return size === 0 ? texts.emptyFile : undefined;
}

interface WrongWorkbook {
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

function WorkbookFaults({ wrong: { fileName, detalle } }: { readonly wrong: WrongWorkbook }) {
  const { faults = [] } = (detalle ?? {}) as { readonly faults?: readonly WorkbookFault[] };
  // What is wrong with the whole file stands at its field.
  if (faults.every(({ cell }) => cell === undefined) && faults.length < 2) return null;
  const title = texts.wrongCells(fileName, faults.length);
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
