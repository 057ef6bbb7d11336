/** `certificate …`: the certificates that companies sign with, from the `.p12` or PEM file of their certification authority. */
import { fileBytesMax, needsPassword, openCertificateFile } from '../../../signing/keys/certificate.js';
import type { CertificateCandidate, OpenFault } from '../../../signing/keys/open-fault.js';
import { sealCertificate, sealedUnder } from '../../../signing/keys/seal-certificate.js';
import type { MasterKey } from '../../../signing/keys/seal.js';
import { chooseCertificate } from '../../../services/certificates/choose-certificate.js';
import { importCertificate } from '../../../services/certificates/import-certificate.js';
import { listCertificates, type CertificateView } from '../../../services/certificates/list-certificates.js';
import { importTextOf, importTexts } from '../../../services/certificates/import-texts.js';
import { argument, command, flag, option } from '../../command.js';
import { companyOf, type CliContext } from '../../context.js';
import { CliError } from '../../terminal/cli-error.js';
import { doneOr } from '../../terminal/done-or.js';
import { expiryWarning } from '../../terminal/expiry-warning.js';
import { fields, table, warningIf, type Warning } from '../../terminal/result.js';
import { readBounded } from '../../terminal/secret-input.js';
import { day } from '../../terminal/text.js';
import { anyText } from '../../terminal/values.js';
import { certificatesEverywhere, oneOrAll, refusePaging } from '../companies/each-company.js';
import { companyOption, passwordSource } from '../parts.js';

const add = command({
  name: 'import',
  does: 'importa un certificado .p12 o PEM; la empresa firma con el último importado',
  example: 'firmante.p12 --company 999999992',
  more: `Necesita la ECF_MASTER_KEY del worker. Si ninguna de las llaves maestras dadas cifró el último certificado del registro, se rehúsa (MASTER_KEY_MISMATCH). --new-master-key dice que la anterior se perdió: entonces se importan de nuevo los certificados de todas las empresas.
Sin --fingerprint, de un archivo con varios firmantes se toma el par que una entidad emitió a un titular con número; si quedan varios, se listan.`,
  takes: {
    path: argument(
      '<archivo>',
      'archivo .p12 de la entidad certificadora, o PEM con la llave privada y el certificado',
      anyText,
    ),
    company: companyOption,
    fingerprint: option(
      '--fingerprint <huella>',
      'si el archivo tiene varios certificados con su llave: el que firma',
      anyText,
    ),
    yes: flag('--yes', 'aunque sea de otro titular, o venza antes que el que está en uso'),
    newMasterKey: flag(
      '--new-master-key',
      'la llave maestra se cambió a propósito desde el último certificado',
    ),
    ...passwordSource('la clave del archivo'),
  },
  changes: 'certificate.import',
  work: async (context, { path, fingerprint: wanted, yes, newMasterKey, ...options }) => {
    const company = await companyOf(context, options.company);
    const masterKeys = await context.masterKeys();
    if (!newMasterKey) await assertSameMasterKey(context, masterKeys);
    // Reads one byte more than the limit, so openCertificateFile refuses a larger file.
    const file = await readBounded(path, fileBytesMax);
    const locked = needsPassword(file);
    const password = locked
      ? await context.secret(options, { prompt: 'Clave del certificado', twice: false })
      : '';
    const opened = openCertificateFile(file, password, wanted);
    if (!opened.ok) throw cannotOpen(opened);
    const { certificate } = opened;
    const sealed = sealCertificate(company.companyId, certificate, masterKeys[0]);
    const { companyId, fingerprint } = sealed;
    const begun = await context.begin({ companyIds: [companyId], target: fingerprint });
    const imported = await importCertificate(begun, sealed, { confirmed: yes });
    const { certificate: shown, replaced } = doneOr(imported, {
      CERTIFICATE_NOT_CONFIRMED: ({ present, offered }) =>
        `En uso: ${present.subject}, vence el ${day(present.notAfter)}. Nuevo: ${offered.subject}, vence el ` +
        `${day(offered.notAfter)}. No se importó. Con --yes se importa igual.`,
      ...importTexts,
    });
    const left = shown.daysLeft === 1 ? 'queda 1 día' : `quedan ${shown.daysLeft} días`;
    const about = fields({
      Titular: shown.subject,
      'Serie del titular': certificate.subjectSerialNumber || '—',
      Válido: `${day(shown.notBefore)} a ${day(shown.notAfter)} (${left})`,
      'Huella SHA-256': shown.fingerprint,
    });
    return {
      data: { ...shown, replaces: replaced?.fingerprint ?? null },
      text: `Certificado importado: ${company.razonSocial} (${company.rnc}) firma con él desde ahora.\n${about}`,
      warnings: [
        ...currentWarnings([shown]),
        warningIf(
          !locked,
          'KEY_NOT_ENCRYPTED',
          `${path} guarda la llave privada sin cifrar: borre el archivo, o guárdelo donde nadie más lo lea.`,
        ),
      ],
    };
  },
});

function cannotOpen(fault: OpenFault): CliError {
  const code = `CERTIFICATE_${fault.reason}` as const;
  if (!('facts' in fault)) return new CliError(code);
  const mensaje =
    fault.reason === 'CHOICE_NEEDED' ? choiceText(fault.facts.candidates) : importTextOf(code, fault.facts);
  return new CliError(code, mensaje, { ...fault.facts });
}

function choiceText(candidates: readonly CertificateCandidate[]): string {
  const listed = candidates.map(
    ({ fingerprint, subject, issuer, notAfter }) =>
      `\n  ${fingerprint.slice(0, 16)}: ${subject}; emitido por ${issuer}; vence el ${day(notAfter)}`,
  );
  return `El archivo tiene varios certificados con su llave. Repita con --fingerprint y la huella del que firma:${listed.join('')}`;
}

const use = command({
  name: 'use',
  does: 'la empresa firma otra vez con un certificado que fue reemplazado',
  example: '3f9a0c --company 999999992',
  takes: {
    fingerprint: argument('<huella>', 'la de «certificate list», o su comienzo', anyText),
    company: companyOption,
  },
  changes: 'certificate.use',
  work: async (context, { fingerprint, company: one }) => {
    const company = await companyOf(context, one);
    const listed = await listCertificates(context, company);
    const [found, another] = listed.filter((certificate) =>
      certificate.fingerprint.startsWith(fingerprint.toLowerCase()),
    );
    if (found === undefined || another !== undefined) throw new CliError('CERTIFICATE_NOT_FOUND');
    const { companyId } = company;
    const begun = await context.begin({ companyIds: [companyId], target: found.fingerprint });
    const { certificate } = doneOr(await chooseCertificate(begun, companyId, found.fingerprint));
    return {
      data: certificate,
      text: `${company.razonSocial} (${company.rnc}) firma desde ahora con el de ${certificate.subject}.`,
      warnings: currentWarnings([certificate]),
    };
  },
});

const list = command({
  name: 'list',
  does: 'lista los certificados de una empresa y cuándo vencen; sin --company, el que usa cada empresa',
  example: '--company 999999992',
  more: 'Avisa 30, 7 y 1 días antes de que venza el que está en uso.',
  takes: oneOrAll,
  work: async (context, { company, ...wanted }) => {
    if (company === undefined) return certificatesEverywhere(context, wanted);
    refusePaging(wanted);
    const listed = await listCertificates(context, await companyOf(context, company));
    return { data: listed, text: certificatesTable(listed), warnings: currentWarnings(listed) };
  },
});

export const certificateCommands = [add, use, list];

/** Without this check, a key sealed under another master key would only be noticed when the worker cannot sign. */
async function assertSameMasterKey({ store }: CliContext, masterKeys: readonly MasterKey[]): Promise<void> {
  const last = await store.lastCertificate();
  if (last !== undefined && !sealedUnder(last, masterKeys)) throw new CliError('MASTER_KEY_MISMATCH');
}

export function certificatesTable(listed: readonly CertificateView[]): string {
  return table(listed, 'La empresa no tiene certificado.', {
    'En uso': ({ current }) => (current ? 'sí' : ''),
    Titular: ({ subject }) => subject,
    Desde: ({ notBefore }) => day(notBefore),
    Hasta: ({ notAfter }) => day(notAfter),
    Estado: ({ standing }) => standing,
    'Huella SHA-256': ({ fingerprint }) => fingerprint.slice(0, 16),
  });
}

/** Checks only the current certificate, because the service signs with no other. */
export function currentWarnings([current]: readonly CertificateView[]): (Warning | undefined)[] {
  if (current !== undefined) return [expiryWarning(current)];
  return [{ code: 'CERTIFICATE_MISSING', mensaje: 'La empresa no tiene certificado: no puede emitir.' }];
}
