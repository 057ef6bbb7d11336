/** validate: reports what send would do with this voucher, and changes nothing. It answers 200 for any body (spec §4.1). */
import type { Encf } from '../../ecf/model/encf.js';
import type { Fault } from '../../ecf/model/fault.js';
import { noXml, type CheckedVoucher } from '../../checking/check-voucher.js';
import { errorTable } from '../../shared/errors.js';
import { openForNewAttempt } from '../../ledger/vouchers/live-document.js';
import type { FoundNumber } from '../../ledger/numbering/reservations.js';
import type { Company } from '../../ledger/store.js';
import { conditionalAllowed, readConditional } from './conditional.js';
import type { ApiDeps } from '../deps.js';
import { processed, type Answer } from '../http/envelope.js';
import { ownEncf } from './identified.js';
import { checkOpened, openVoucher, readLedgerFacts } from './check-voucher.js';
import { annulledNumber, asWarning, notIssuedByService, otherContent } from './number-faults.js';
import type { EcfRequest } from '../requests.js';
import { withWarnings } from './warnings.js';

const conditionalInvalid: Fault = {
  code: 'CONDICIONAL_INVALID',
  campo: 'condicional',
  mensaje: errorTable.CONDICIONAL_INVALID.mensaje,
  severidad: 'rechazo',
};

export async function validateEcf(deps: ApiDeps, { body, principal, query }: EcfRequest): Promise<Answer> {
  const { company } = principal;
  const asked = readConditional(query['condicional']);
  const ofQuery = asked === 'invalid' ? [conditionalInvalid] : [];
  const opened = await openVoucher(deps, company, body);
  if (!opened.ok) {
    await principal.confirm();
    return answer({
      errores: [...ofQuery, { code: opened.code, campo: '', mensaje: opened.mensaje, severidad: 'rechazo' }],
      advertencias: [],
      xmlJson: noXml,
    });
  }
  const encf = ownEncf(opened.identity, company);
  const asksFor = {
    conditionalAllowed: conditionalAllowed(asked === 'invalid' ? undefined : asked, company),
    wanted: 'xml',
  } as const;
  if (encf === undefined) {
    await principal.confirm();
    const { errores, ...rest } = await checkOpened(deps, company, opened, asksFor);
    return answer({ ...rest, errores: [...ofQuery, ...errores] });
  }
  const [known] = await Promise.all([readLedgerFacts(deps, company, opened, encf), principal.confirm()]);
  const checked = await checkOpened(deps, company, opened, { ...known, ...asksFor });
  const inUse = { encf, hash: checked.contentHash, number: known.number };
  return answer({
    errores: [...ofQuery, ...checked.errores],
    advertencias: [...numberWarnings(company, inUse), ...checked.advertencias],
    xmlJson: checked.xmlJson,
  });
}

interface NumberInUse {
  readonly encf: Encf;
  /** Hash of the content that is validated; undefined when the content cannot be compared. */
  readonly hash: string | undefined;
  readonly number: FoundNumber;
}

/** Warns of what send would do because of the number. It does not affect `valido`, because the number may still change. */
function numberWarnings(company: Company, { encf, hash, number }: NumberInUse): Fault[] {
  const existing = number.document;
  const suspended = company.suspended?.environment === company.environment;
  if (existing !== undefined && !openForNewAttempt(existing, hash ?? '', suspended))
    return existing.contentHash === hash ? [] : [otherContent(existing)];
  // In certification send admits no new voucher, so its number does not matter.
  if (company.environment === 'certification') return [];
  const refusals = [annulledNumber(encf, number), notIssuedByService(encf, number, company)];
  return refusals.filter((refusal) => refusal !== undefined).map(asWarning);
}

type Found = Pick<CheckedVoucher, 'errores' | 'advertencias' | 'xmlJson'>;

/** The XML may have megabytes. It is JSON already, so it is put between the other bytes and never made into a text again. */
function answer({ errores, advertencias, xmlJson }: Found): Answer {
  const valido = errores.length === 0;
  const mensaje = withWarnings(messageFor(errores), advertencias);
  const rest = JSON.stringify(processed(mensaje, { valido, errores, advertencias, xml: '' }));
  const end = '""}}';
  if (!rest.endsWith(end)) throw new Error('The XML must be the last member of the answer');
  return { body: Buffer.concat([Buffer.from(rest.slice(0, -end.length)), xmlJson, Buffer.from('}}')]) };
}

const conditionalMessage =
  'La DGII aceptaría el comprobante solo condicionalmente. Corríjalo o, para enviarlo así, use condicional=permitir.';

function messageFor(errores: readonly Fault[]): string {
  if (errores.length === 0) return 'El comprobante es válido.';
  if (errores.every(({ severidad }) => severidad === 'condicional')) return conditionalMessage;
  return 'El comprobante tiene errores de validación.';
}
