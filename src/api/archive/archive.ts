/** archive: the evidence of a month or of a day as one compressed tar, for clients and for the web application. */
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Environment } from '../../ecf/model/environments.js';
import { daysOf } from '../../ledger/archive/days.js';
import type { Company } from '../../ledger/companies/company.js';
import { archiveFiles, manifestsOf, type ArchiveDeps } from '../../services/archive/archive-files.js';
import { packArchive } from '../../services/archive/pack-archive.js';
import { ServiceError } from '../../shared/errors.js';
import { attachment } from '../http/attachment.js';
import type { Answer, CompanyRequest, HandlerDeps } from '../handler.js';
import { readEnvironment } from '../vouchers/document-status.js';

export interface Export {
  /** It has only ASCII letters, digits, dots and dashes. */
  readonly name: string;
  readonly stream: Readable;
}

interface ExportAsked {
  readonly company: Company;
  readonly environment: Environment;
  readonly period: string;
  /** The parameter that named the period. */
  readonly campo: string;
}

type Deps = { readonly store: ArchiveDeps['store'] } & Pick<HandlerDeps, 'limits' | 'clock'>;

export const archiveType = 'application/gzip';

export async function archive(deps: HandlerDeps, { company, query }: CompanyRequest): Promise<Answer> {
  const { name, stream } = await exportOf(deps, {
    company,
    environment: readEnvironment(query['environment']) ?? company.environment,
    period: String(query['periodo']),
    campo: 'periodo',
  });
  return { body: stream, type: archiveType, headers: attachment(name) };
}

/** @throws ServiceError REQUEST_INVALID, ARCHIVE_EMPTY, or that of the limit */
export async function exportOf(
  deps: Deps,
  { company, environment, period, campo }: ExportAsked,
): Promise<Export> {
  const { store, limits, clock } = deps;
  const { companyId, rnc } = company;
  const days = daysAskedFor(campo, period);
  const parts: ArchiveDeps = { store, turn: (work) => limits.lists.run(companyId, work) };
  const order = { companyId, environment, rnc, days };
  const manifests = await manifestsOf(parts, order);
  if (manifests.length === 0) throw new ServiceError('ARCHIVE_EMPTY');
  const folder = `${rnc}-${environment}-${period}`;
  const stream = await whileItLasts(
    (work) => limits.archives.run(companyId, work),
    () => packArchive(archiveFiles(parts, order, manifests), { folder, now: clock() }),
  );
  return { name: `${folder}.tar.gz`, stream };
}

export function daysAskedFor(campo: string, period: string) {
  const days = daysOf(period);
  if (days !== undefined) return days;
  const mensaje = `${campo} debe ser un mes, AAAA-MM, o un día, AAAA-MM-DD.`;
  throw new ServiceError('REQUEST_INVALID', { campo, mensaje });
}

/** The turn ends with the stream. */
function whileItLasts(
  inTurn: (work: () => Promise<void>) => Promise<void>,
  open: () => Readable,
): Promise<Readable> {
  return new Promise((resolve, reject) => {
    inTurn(async () => {
      const stream = open();
      resolve(stream);
      // Its reader reports a failure.
      await finished(stream).catch(() => undefined);
    }).catch(reject);
  });
}
