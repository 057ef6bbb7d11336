/** `certificate …`: the certificates that companies sign with, from the `.p12` or PEM file of their certification authority. */
import type { Command } from 'commander';
import { fileBytesMax, needsPassword, openCertificateFile } from '../../signing/keys/certificate.js';
import { sealCertificate, sealedUnder } from '../../signing/keys/seal-certificate.js';
import type { MasterKey } from '../../signing/keys/seal.js';
import * as certificates from '../../operator/certificates.js';
import type { CertificateView } from '../../operator/certificates.js';
import { CliError } from '../terminal/cli-error.js';
import { doneOr } from '../terminal/done-or.js';
import { companyOf, type CliContext, type Run } from '../context.js';
import { expiryWarning } from '../terminal/expiry-warning.js';
import { fields, table, type Result, type Warning } from '../terminal/result.js';
import { readBounded, type SecretOptions } from '../terminal/secret-input.js';
import { companyOption, group, passwordOptions, subcommand } from '../terminal/spanish.js';
import { day } from '../terminal/text.js';

interface ImportOptions extends SecretOptions {
  readonly company: string;
  readonly newMasterKey?: boolean;
}

export function certificateCommands(program: Command, run: Run): Command {
  const certificate = group(program, 'certificate', 'certificados con que firman las empresas');

  const add = subcommand(
    certificate,
    'import',
    'importa un certificado .p12 o PEM; la empresa firma con el último importado',
  )
    .argument(
      '<archivo>',
      'archivo .p12 de la entidad certificadora, o PEM con la llave privada y el certificado',
    )
    .addOption(companyOption())
    .option('--new-master-key', 'la llave maestra se cambió a propósito desde el último certificado')
    .action((path: string, options: ImportOptions) => run((context) => importFile(context, path, options)));
  passwordOptions(add, 'la clave del archivo');

  subcommand(certificate, 'list', 'lista los certificados de una empresa y cuándo vencen')
    .addOption(companyOption())
    .action((options: ImportOptions) => run((context) => listCertificates(context, options.company)));
  return certificate;
}

async function importFile(context: CliContext, path: string, options: ImportOptions): Promise<Result> {
  const company = await companyOf(context, options.company);
  const masterKeys = await context.masterKeys();
  if (options.newMasterKey !== true) await assertSameMasterKey(context, masterKeys);
  // Reads one byte more than the limit, so openCertificateFile refuses a larger file.
  const file = await readBounded(path, fileBytesMax);
  const locked = needsPassword(file);
  const password = locked
    ? await context.secret(options, { prompt: 'Clave del certificado', twice: false })
    : '';
  const opened = openCertificateFile(file, password);
  if (!opened.ok) throw new CliError(`CERTIFICATE_${opened.reason}`);
  const { certificate } = opened;
  const { certificate: shown, replaced } = doneOr(
    await certificates.importCertificate(
      context,
      sealCertificate(company.companyId, certificate, masterKeys[0]),
    ),
    {
      CERTIFICATE_EXPIRED: () => `El certificado venció el ${day(certificate.notAfter)}.`,
      CERTIFICATE_NOT_YET_VALID: () =>
        `El certificado es válido desde el ${day(certificate.notBefore)}: impórtelo a partir de ese día.`,
    },
  );
  return {
    data: { ...shown, replaces: replaced?.fingerprint ?? null },
    text: `Certificado importado: ${company.razonSocial} (${company.rnc}) firma con él desde ahora.\n${fields(
      [
        ['Titular', shown.subject],
        ['Serie del titular', certificate.subjectSerialNumber || '—'],
        [
          'Válido',
          `${day(shown.notBefore)} a ${day(shown.notAfter)} (${shown.daysLeft === 1 ? 'queda 1 día' : `quedan ${shown.daysLeft} días`})`,
        ],
        ['Huella SHA-256', shown.fingerprint],
      ],
    )}`,
    warnings: [
      ...currentWarnings([shown]),
      ...(replaced === undefined || replaced.notAfter <= shown.notAfter ? [] : [endsEarlier(replaced)]),
      ...(locked ? [] : [keyInTheOpen(path)]),
    ],
  };
}

/** Without this check, a key sealed under another master key would only be noticed when the worker cannot sign. */
async function assertSameMasterKey({ store }: CliContext, masterKeys: readonly MasterKey[]): Promise<void> {
  const last = await store.lastCertificate();
  if (last !== undefined && !sealedUnder(last, masterKeys)) throw new CliError('MASTER_KEY_MISMATCH');
}

function endsEarlier({ notAfter }: Pick<CertificateView, 'notAfter'>): Warning {
  return {
    code: 'CERTIFICATE_ENDS_EARLIER',
    mensaje: `El certificado anterior vence después (${day(notAfter)}): ¿es este el renovado?`,
  };
}

function keyInTheOpen(path: string): Warning {
  return {
    code: 'KEY_NOT_ENCRYPTED',
    mensaje: `${path} guarda la llave privada sin cifrar: borre el archivo, o guárdelo donde nadie más lo lea.`,
  };
}

async function listCertificates(context: CliContext, company: string): Promise<Result> {
  const listed = await certificates.listCertificates(context, await companyOf(context, company));
  return { data: listed, text: certificatesTable(listed), warnings: currentWarnings(listed) };
}

export function certificatesTable(listed: readonly CertificateView[]): string {
  if (listed.length === 0) return 'La empresa no tiene certificado.';
  return table(
    ['En uso', 'Titular', 'Desde', 'Hasta', 'Estado', 'Huella SHA-256'],
    listed.map(({ current, subject, notBefore, notAfter, standing, fingerprint }) => {
      const inUse = current ? 'sí' : '';
      return [inUse, subject, day(notBefore), day(notAfter), standing, fingerprint.slice(0, 16)];
    }),
  );
}

/** Checks only the current certificate, because the service signs with no other. */
export function currentWarnings([current]: readonly CertificateView[]): Warning[] {
  if (current === undefined)
    return [{ code: 'CERTIFICATE_MISSING', mensaje: 'La empresa no tiene certificado: no puede emitir.' }];
  const warning = expiryWarning(current);
  return warning === undefined ? [] : [warning];
}
