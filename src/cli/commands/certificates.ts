/** `certificate …`: the certificates that companies sign with, from the `.p12` or PEM file of their certification authority. */
import type { Command } from 'commander';
import { X509Certificate } from 'node:crypto';
import {
  certificatePem,
  needsPassword,
  openCertificateFile,
  privateKeyPem,
  usable,
  type SigningCertificate,
} from '../../signing/keys/certificate.js';
import { expiryOf } from '../../signing/verify/certificate-expiry.js';
import { masterKeyId, seal } from '../../signing/keys/seal.js';
import type { StoredCertificate } from '../../ledger/store.js';
import { CliError } from '../terminal/cli-error.js';
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

/** The limit in signing/certificate.ts. readBounded reads one byte more, so signing/certificate.ts refuses a larger file. */
const fileBytesMax = 1024 * 1024;
/** Certificates are renewed every one or two years. */
export const certificatesListed = 100;

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
  const { store } = context;
  const now = context.clock();
  const company = await companyOf(context, options.company);
  const masterKeys = await context.masterKeys();
  if (options.newMasterKey !== true) await assertSameMasterKey(context);
  const file = await readBounded(path, fileBytesMax);
  const locked = needsPassword(file);
  const password = locked
    ? await context.secret(options, { prompt: 'Clave del certificado', twice: false })
    : '';
  const opened = openCertificateFile(file, password);
  if (!opened.ok) throw new CliError(`CERTIFICATE_${opened.reason}`);
  const { certificate } = opened;
  assertValidNow(certificate, now);

  const { companyId } = company;
  const { fingerprint, notBefore, notAfter } = certificate;
  const replaced = await store.currentCertificate(companyId);
  const plain = Buffer.from(privateKeyPem(certificate), 'utf8');
  const stored: StoredCertificate = {
    companyId,
    fingerprint,
    certificatePem: certificatePem(certificate),
    sealedKey: seal(plain, masterKeys[0], context.sealContext(companyId, fingerprint)),
    notBefore,
    notAfter,
    importedAt: now,
  };
  plain.fill(0);
  await store.putCertificate(stored);
  const shown = view(stored, now, true);
  return {
    data: {
      ...shown,
      replaces: replaced === undefined || replaced.fingerprint === fingerprint ? null : replaced.fingerprint,
    },
    text: `Certificado importado: ${company.razonSocial} (${company.rnc}) firma con él desde ahora.\n${fields(
      [
        ['Titular', shown.subject],
        ['Serie del titular', certificate.subjectSerialNumber || '—'],
        [
          'Válido',
          `${day(notBefore)} a ${day(notAfter)} (${shown.daysLeft === 1 ? 'queda 1 día' : `quedan ${shown.daysLeft} días`})`,
        ],
        ['Huella SHA-256', fingerprint],
      ],
    )}`,
    warnings: [
      ...warningsOf(stored, now),
      ...shorterThan(replaced, stored),
      ...(locked ? [] : [keyInTheOpen(path)]),
    ],
  };
}

/** Without this check, a key sealed under another master key would only be noticed when the worker cannot sign. */
async function assertSameMasterKey(context: CliContext): Promise<void> {
  const last = await context.store.lastCertificate();
  const sealedBy = last?.sealedKey.split('.')[1];
  if (sealedBy !== undefined && !(await context.masterKeys()).some((key) => masterKeyId(key) === sealedBy))
    throw new CliError('MASTER_KEY_MISMATCH');
}

function assertValidNow(certificate: SigningCertificate, now: Date): void {
  const state = usable(certificate, now);
  if (state === 'expired')
    throw new CliError('CERTIFICATE_EXPIRED', `El certificado venció el ${day(certificate.notAfter)}.`);
  if (state === 'not-yet-valid')
    throw new CliError(
      'CERTIFICATE_NOT_YET_VALID',
      `El certificado es válido desde el ${day(certificate.notBefore)}: impórtelo a partir de ese día.`,
    );
}

function shorterThan(replaced: StoredCertificate | undefined, stored: StoredCertificate): Warning[] {
  if (replaced === undefined || replaced.notAfter <= stored.notAfter) return [];
  return [
    {
      code: 'CERTIFICATE_ENDS_EARLIER',
      mensaje: `El certificado anterior vence después (${day(replaced.notAfter)}): ¿es este el renovado?`,
    },
  ];
}

function keyInTheOpen(path: string): Warning {
  return {
    code: 'KEY_NOT_ENCRYPTED',
    mensaje: `${path} guarda la llave privada sin cifrar: borre el archivo, o guárdelo donde nadie más lo lea.`,
  };
}

async function listCertificates(context: CliContext, company: string): Promise<Result> {
  const { companyId } = await companyOf(context, company);
  const certificates = await context.store.listCertificates(companyId, certificatesListed);
  const now = context.clock();
  return {
    data: certificates.map((one, index) => view(one, now, index === 0)),
    text: certificatesTable(certificates, now),
    warnings: currentWarnings(certificates, now),
  };
}

export function certificatesTable(certificates: readonly StoredCertificate[], now: Date): string {
  if (certificates.length === 0) return 'La empresa no tiene certificado.';
  return table(
    ['En uso', 'Titular', 'Desde', 'Hasta', 'Estado', 'Huella SHA-256'],
    certificates.map((one, index) => {
      const { subject, standing } = view(one, now, index === 0);
      const inUse = index === 0 ? 'sí' : '';
      return [inUse, subject, day(one.notBefore), day(one.notAfter), standing, one.fingerprint.slice(0, 16)];
    }),
  );
}

/** Checks only the current certificate, because the service signs with no other. */
export function currentWarnings([current]: readonly StoredCertificate[], now: Date): Warning[] {
  if (current !== undefined) return warningsOf(current, now);
  return [{ code: 'CERTIFICATE_MISSING', mensaje: 'La empresa no tiene certificado: no puede emitir.' }];
}

function warningsOf(certificate: StoredCertificate, now: Date): Warning[] {
  const warning = expiryWarning(certificate, now);
  return warning === undefined ? [] : [warning];
}

/** The public fields of a certificate. */
export function view(certificate: StoredCertificate, now: Date, current: boolean) {
  const { fingerprint, notBefore, notAfter, importedAt } = certificate;
  const names = new X509Certificate(certificate.certificatePem).subject;
  // Node escapes characters that are ambiguous on one line; an operator should read `PÉREZ, PEDRO`.
  const subject = names.split('\n').join(', ').replaceAll(/\\(.)/g, '$1');
  return { fingerprint, subject, notBefore, notAfter, importedAt, current, ...expiryOf(certificate, now) };
}
