/** validate: reports what send would do with this voucher, and changes nothing. It answers 200 for any body (spec §4.1). */
import { checkParsed, type Reader } from '../../../services/vouchers/check-with-ledger.js';
import {
  annulledNumber,
  asWarning,
  notIssuedByService,
  otherContent,
} from '../../../services/vouchers/number-faults.js';
import { ownEncf } from '../../../services/vouchers/own-encf.js';
import { suspensionIn } from '../../../ledger/companies/suspensions.js';
import type { Encf } from '../../../ecf/model/encf.js';
import type { Fault } from '../../../ecf/model/fault.js';
import { noXml, type CheckedVoucher } from '../../../documents/check/check-voucher.js';
import { errorTable } from '../../../shared/errors.js';
import { mayTryAgain } from '../../../ledger/vouchers/live-document.js';
import type { FoundNumber } from '../../../ledger/numbers/reservations.js';
import type { Company } from '../../../ledger/companies/company.js';
import { amountsIn, readWithAmounts } from './amounts.js';
import { conditionalAllowed, readConditional } from './conditional.js';
import type { Answer, EcfRequest, HandlerDeps } from '../../handler.js';
import { processed } from '../../http/envelope.js';
import type { Principal } from '../../session/principals.js';
import type { BodyBytes } from '../../http/request-body.js';
import { unknownParameters } from '../../http/request-fault.js';
import { inTurn, parseVoucher, readFacts, type CheckDeps } from './parse-voucher.js';
import { withWarnings } from './warnings.js';

const sendPath = '/api/v2/dgii-ecf/send';

const conditionalInvalid: Fault = {
  code: 'CONDICIONAL_INVALID',
  campo: 'condicional',
  mensaje: errorTable.CONDICIONAL_INVALID.mensaje,
  severidad: 'rechazo',
};

const amountsInvalid: Fault = {
  code: 'REQUEST_INVALID',
  campo: 'totales',
  mensaje: 'totales debe ser calcular.',
  severidad: 'rechazo',
};

export async function validateEcf(deps: HandlerDeps, request: EcfRequest): Promise<Answer> {
  const { body, principal, company, query } = request;
  const asked = readConditional(query['condicional']);
  const allowed = conditionalAllowed(asked === 'invalid' ? undefined : asked, company);
  const withAmounts = readWithAmounts(query['totales']);
  const found = await inTurn(deps, request, () =>
    findFaults(deps, principal, { body, conditionalAllowed: allowed, withAmounts }),
  );
  const ofQuery = [
    ...(asked === 'invalid' ? [conditionalInvalid] : []),
    ...(query['totales'] === undefined || withAmounts ? [] : [amountsInvalid]),
  ];
  return answer({
    ...found,
    errores: [...ofQuery, ...found.errores],
    advertencias: [...unknownInSend(query), ...found.advertencias],
  });
}

/** send refuses a misspelt parameter. validate answers 200 for any query, and the voucher itself may be valid: a warning. */
function unknownInSend(query: object): Fault[] {
  const unknown = unknownParameters({ method: 'POST', query, openapi: { openApiRoute: sendPath } });
  return unknown === undefined
    ? []
    : [asWarning({ code: 'REQUEST_INVALID', ...unknown, severidad: 'condicional' })];
}

/** The caller is read again, because the body may have taken a minute to arrive. */
export async function findFaults(
  deps: CheckDeps,
  { company, caller, readAgain }: Reader & Pick<Principal, 'readAgain'>,
  {
    body,
    ...asked
  }: { readonly body: BodyBytes; readonly conditionalAllowed: boolean; readonly withAmounts?: boolean },
): Promise<FoundFaults> {
  const parsed = await parseVoucher(deps, company, body);
  if (!parsed.ok) {
    await readAgain();
    const { code, mensaje } = parsed;
    return {
      errores: [{ code, campo: '', mensaje, severidad: 'rechazo' }],
      advertencias: [],
      xmlJson: noXml,
    };
  }
  const encf = ownEncf(parsed.identity, company);
  const asksFor = { ...asked, wanted: 'xml' } as const;
  if (encf === undefined) {
    await readAgain();
    return checkParsed(deps, company, parsed, asksFor);
  }
  const known = await readFacts(deps, { company, caller }, parsed, encf);
  const checked = await checkParsed(deps, company, parsed, { ...known, ...asksFor });
  const inUse = { encf, hash: checked.contentHash, number: known.number };
  return { ...checked, advertencias: [...numberWarnings(company, inUse), ...checked.advertencias] };
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
  const suspended = suspensionIn(company, company.environment) !== undefined;
  // Of the same content validate says nothing, so it does not matter whether it would be sent again.
  if (existing !== undefined && !mayTryAgain(existing, hash, suspended))
    return existing.contentHash === hash ? [] : [asWarning(otherContent(existing))];
  // In certification send admits no new voucher, so its number does not matter.
  if (company.environment === 'certification') return [];
  const refusals = [annulledNumber(encf, number), notIssuedByService(encf, number, company)];
  return refusals.filter((refusal) => refusal !== undefined).map(asWarning);
}

type FoundFaults = Pick<CheckedVoucher, 'errores' | 'advertencias' | 'xmlJson' | 'amounts'>;

/** The XML may have megabytes. It is JSON already, so it is put between the other bytes and never made into a text again. */
function answer({ errores, advertencias, xmlJson, amounts }: FoundFaults): Answer {
  const valido = errores.length === 0;
  const mensaje = withWarnings(messageFor(errores), advertencias);
  const rest = JSON.stringify(
    processed(mensaje, { valido, errores, advertencias, ...amountsIn({ amounts }), xml: '' }),
  );
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
