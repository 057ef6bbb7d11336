/**
 * Imports a certificate. If the file has several, a second dialog asks which one. If it does not look like the renewed one, a second dialog shows it beside the present one, and the person decides.
 */
import { useEffect, useId, useState } from 'react';
import {
  canSeal,
  importCertificate,
  type CertificateCandidate,
  type CertificateDoubt,
  type CertificateFile,
  type ImportQuestion,
} from '../../api/certificates.js';
import { certificatesQuery } from '../../api/companies.js';
import { es } from '../../es.js';
import { FileField, TextField } from '../../parts/form/field.js';
import { FormDialog } from '../../parts/form/form.js';
import { Notice } from '../../parts/notice.js';
import { FactList } from '../../parts/page.js';
import { useForm } from '../../parts/form/use-form.js';
import { when } from '../../shared/format.js';

/** A .p12 file has a few kilobytes; a file above this limit is something else. */
const fileBytesMax = 100 * 1024;

interface ImportProps {
  readonly companyId: number;
  readonly onClose: () => void;
}

interface Asked {
  readonly file: CertificateFile;
  readonly question: ImportQuestion;
}

export function ImportCertificate({ companyId, onClose }: ImportProps) {
  const [asked, setAsked] = useState<Asked>();
  useFocusReturned();
  if (asked === undefined) return <ChooseFile companyId={companyId} onClose={onClose} onAsked={setAsked} />;
  const { file, question } = asked;
  return 'doubt' in question ? (
    <Confirm companyId={companyId} onClose={onClose} file={file} doubt={question.doubt} />
  ) : (
    <ChooseCertificate
      companyId={companyId}
      onClose={onClose}
      onAsked={setAsked}
      file={file}
      candidates={question.candidates}
    />
  );
}

/** A dialog gives the focus back to what had it before. For the second dialog that is the first one, which is gone. */
function useFocusReturned(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    const focusOpener = () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
    // Until the next frame the dialog that closes keeps the focus.
    return () => void requestAnimationFrame(focusOpener);
  }, [opener]);
}

interface AskingProps extends ImportProps {
  readonly onAsked: (asked: Asked) => void;
}

function ChooseFile({ companyId, onClose, onAsked }: AskingProps) {
  const form = useForm({
    start: { p12: undefined as File | undefined, password: '' },
    send: async ({ p12, password }) => {
      if (p12 === undefined) throw new Error('the browser sends no form without its required file');
      const file = { p12, password, confirmed: false };
      return { file, question: await importCertificate(companyId, file) };
    },
    refreshes: [certificatesQuery(companyId)],
    done: ({ file, question }) => (question === undefined ? onClose() : onAsked({ file, question })),
  });
  const file = form.field('p12');
  const tooLarge = file.value !== undefined && file.value.size > fileBytesMax;
  return (
    <FormDialog
      title={es.certificates.import}
      form={form}
      submit={es.certificates.import}
      blocked={!canSeal() || tooLarge}
      onClose={onClose}
    >
      {canSeal() ? (
        <Notice tone="info">{es.certificates.sealed}</Notice>
      ) : (
        <Notice tone="bad">{es.certificates.insecure}</Notice>
      )}
      <FileField
        label={es.certificates.file}
        accept=".p12,.pfx,.pem"
        kinds={['der', 'pem']}
        wanted={es.certificates.wanted}
        error={tooLarge ? es.certificates.tooLarge : file.error}
        onChange={file.onChange}
      />
      <TextField
        label={es.certificates.password}
        type="password"
        autoComplete="off"
        {...form.field('password')}
      />
    </FormDialog>
  );
}

interface ChooseCertificateProps extends AskingProps {
  readonly file: CertificateFile;
  readonly candidates: readonly CertificateCandidate[];
}

/** The file has certificates of several holders. */
function ChooseCertificate({ companyId, onClose, onAsked, file, candidates }: ChooseCertificateProps) {
  const name = useId();
  const form = useForm({
    start: { fingerprint: '' },
    send: async ({ fingerprint }) => {
      const chosen = { ...file, fingerprint };
      return { file: chosen, question: await importCertificate(companyId, chosen) };
    },
    refreshes: [certificatesQuery(companyId)],
    done: (sent) =>
      sent.question === undefined ? onClose() : onAsked({ file: sent.file, question: sent.question }),
  });
  const { fingerprint } = form.values;
  return (
    <FormDialog
      title={es.certificates.choice}
      form={form}
      submit={es.certificates.import}
      blocked={fingerprint === ''}
      onClose={onClose}
    >
      <fieldset className="choices">
        <legend>{es.certificates.choiceText}</legend>
        {candidates.map((one) => (
          <label key={one.fingerprint} className="check">
            <input
              type="radio"
              name={name}
              checked={fingerprint === one.fingerprint}
              onChange={() => form.field('fingerprint').onChange(one.fingerprint)}
            />
            <span>
              <HolderAndEnd {...one} />
              <span className="small block">{es.certificates.issuedBy(one.issuer)}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}

interface ConfirmProps extends ImportProps {
  readonly file: CertificateFile;
  readonly doubt: CertificateDoubt;
}

function Confirm({ companyId, onClose, file, doubt: { present, offered } }: ConfirmProps) {
  const form = useForm({
    start: {},
    send: () => importCertificate(companyId, { ...file, confirmed: true }),
    refreshes: [certificatesQuery(companyId)],
    done: onClose,
  });
  return (
    <FormDialog
      title={es.certificates.doubt}
      form={form}
      submit={es.certificates.importAnyway}
      kind="danger"
      onClose={onClose}
    >
      <Notice tone="warn">{es.certificates.doubtText}</Notice>
      <FactList
        facts={[
          [es.certificates.inUse, <HolderAndEnd {...present} />],
          [es.certificates.newOne, <HolderAndEnd {...offered} />],
        ]}
      />
    </FormDialog>
  );
}

/** @param notAfter an ISO text */
export function HolderAndEnd({ subject, notAfter }: CertificateDoubt['present']) {
  return (
    <>
      {subject}
      <span className="small block">{es.certificates.until(when(notAfter).slice(0, 10))}</span>
    </>
  );
}
