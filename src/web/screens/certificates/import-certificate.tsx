/**
 * Imports a certificate. If it does not look like the renewed one, a second dialog shows it beside the present one, and the person decides.
 */
import { useEffect, useState } from 'react';
import {
  canSeal,
  importCertificate,
  type CertificateDoubt,
  type CertificateFile,
} from '../../api/certificates.js';
import { certificatesQuery } from '../../api/company.js';
import { es } from '../../es.js';
import { FileField, TextField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form.js';
import { Notice } from '../../parts/notice.js';
import { FactList } from '../../parts/page.js';
import { useForm } from '../../parts/use-form.js';
import { when } from '../../shared/format.js';

/** A .p12 file has a few kilobytes; a file above this limit is something else. */
const fileBytesMax = 100 * 1024;

interface ImportProps {
  readonly companyId: number;
  readonly onClose: () => void;
}

interface Doubted {
  readonly file: CertificateFile;
  readonly doubt: CertificateDoubt;
}

export function ImportCertificate({ companyId, onClose }: ImportProps) {
  const [doubted, setDoubted] = useState<Doubted>();
  useFocusReturned();
  return doubted === undefined ? (
    <ChooseFile companyId={companyId} onClose={onClose} onDoubt={setDoubted} />
  ) : (
    <Confirm companyId={companyId} onClose={onClose} {...doubted} />
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

interface ChooseFileProps extends ImportProps {
  readonly onDoubt: (doubted: Doubted) => void;
}

function ChooseFile({ companyId, onClose, onDoubt }: ChooseFileProps) {
  const form = useForm({
    start: { p12: undefined as File | undefined, password: '' },
    send: async ({ p12, password }) => {
      if (p12 === undefined) throw new Error('the browser sends no form without its required file');
      const file = { p12, password, confirmed: false };
      return { file, doubt: await importCertificate(companyId, file) };
    },
    refreshes: [certificatesQuery(companyId)],
    done: ({ file, doubt }) => (doubt === undefined ? onClose() : onDoubt({ file, doubt })),
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
        accept=".p12,.pfx"
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

function Confirm({ companyId, onClose, file, doubt: { present, offered } }: ImportProps & Doubted) {
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
