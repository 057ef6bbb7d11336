/** The voucher master: the ranges that DGII granted, the numbers left in them, and changes of the ranges. */
import { localDate } from '../../ecf/model/dates.js';
import { parseEcfType, type EcfType } from '../../ecf/model/ecf-types.js';
import { formatEncf } from '../../ecf/model/encf.js';
import type {
  Authorization,
  AuthorizationChange,
  AuthorizationOutcome,
  AuthorizationStatus,
  NewAuthorization,
  SequenceRef,
  SequenceStatus,
} from '../../ledger/numbers/numbers.js';
import type { StockThresholds } from '../../ledger/numbers/stock-warnings.js';
import { ServiceError } from '../../shared/errors.js';
import { doneOr } from '../web/operator-refusal.js';
import { WebError } from '../web/web-error.js';
import { authorizationAnswer, sequenceAnswer } from './number-answers.js';
import { expiresSoon, rangeWarnings } from './range-warnings.js';
import { get, patch, post, type RouteDeps, type WebRoute } from '../web/web-route.js';

const path = '/companies/:companyId/:environment/sequences';
const rangesPath = `${path}/:ecfType/authorizations`;

export function sequenceRoutes(deps: RouteDeps): readonly WebRoute[] {
  const { store, clock, config } = deps;
  const answerOf = async ({ companyId, environment }: SequenceRef, { id }: Authorization) => {
    const today = localDate(clock().getTime());
    const overview = await store.sequencesOverview(companyId, environment, today);
    const found = overview.flatMap((one) => one.authorizations).find((one) => one.id === id);
    if (found === undefined) throw new Error(`the range ${id} is not in the list`);
    return webAuthorizationAnswer(found, today, config.numbering);
  };
  return [
    get(path, 'read', async ({ company: { companyId }, environment }) => {
      const today = localDate(clock().getTime());
      return (await store.sequencesOverview(companyId, environment, today)).map((one) =>
        webSequenceAnswer(one, today, config.numbering),
      );
    }),
    post(
      rangesPath,
      { permission: 'ranges', audit: 'range.add' },
      async ({ company: { companyId }, environment, params, body, about }) => {
        const { expiresOn = null, ...range } = body as RangeBody;
        const ecfType = typeOf(params);
        about(`${formatEncf(ecfType, range.from)} ${range.to}`);
        const ref = { companyId, environment, ecfType };
        const result = await store.addAuthorization({ ...ref, ...range, expiresOn, now: clock() });
        return answerOf(ref, doneOr(result, (refusal) => fieldAndMessageOf(refusal, 'from')).authorization);
      },
    ),
    patch(
      `${rangesPath}/:id`,
      { permission: 'ranges', audit: 'range.change' },
      async ({ company: { companyId }, environment, params, body, about }) => {
        const change = body as AuthorizationChange;
        if (Object.keys(change).length === 0) throw new WebError('CHANGE_MISSING');
        const { id = '' } = params;
        // Nothing else keeps which numbers were skipped, and by whom.
        about([id, ...Object.entries(change).map(([name, value]) => `${name}:${value}`)].join(' '));
        const range = { companyId, environment, ecfType: typeOf(params), id };
        const result = await store.changeAuthorization(range, change, clock());
        const asked = change.last !== undefined ? 'last' : change.first !== undefined ? 'first' : 'to';
        return answerOf(range, doneOr(result, (refusal) => fieldAndMessageOf(refusal, asked)).authorization);
      },
    ),
  ];
}

interface RangeBody extends Pick<NewAuthorization, 'from' | 'to' | 'next' | 'authorizationNumber'> {
  readonly expiresOn?: string | null;
}

function typeOf(params: Readonly<Record<string, string>>): EcfType {
  const type = parseEcfType(Number(params['ecfType']));
  if (type === undefined) throw new ServiceError('ECF_TYPE_INVALID', { campo: 'ecfType' });
  return type;
}

type RangeRefusal = Extract<AuthorizationOutcome, { readonly refusal: string }>;

function fieldAndMessageOf({ refusal, facts: { other, highest, lowest } }: RangeRefusal, asked: string) {
  switch (refusal) {
    case 'RANGE_OVERLAPS':
      return {
        campo: asked,
        ...(other && { mensaje: `El rango se solapa con el de ${other.from} a ${other.to}.` }),
      };
    case 'WOULD_ORPHAN':
      return {
        campo: asked,
        ...(highest !== undefined && {
          mensaje: `Ya se entregaron números hasta el ${highest}: un rango solo crece.`,
        }),
      };
    case 'NEXT_TOO_LOW':
      return {
        campo: asked === 'from' ? 'next' : 'first',
        ...(lowest !== undefined && {
          mensaje: `Hay números entregados o usados antes del ${lowest}: indique ese o uno mayor como próximo.`,
        }),
      };
    case 'NEXT_OUTSIDE_RANGE':
      return { campo: asked === 'from' ? 'next' : asked };
    case 'CHANGED_MEANWHILE':
      return { mensaje: 'Otra persona cambió los rangos de este tipo en este momento. Intente de nuevo.' };
    case 'RANGE_INVALID':
      return { campo: 'to' };
    case 'AUTHORIZATION_NUMBER_INVALID':
      return { campo: 'authorizationNumber' };
    case 'EXPIRY_INVALID':
    case 'EXPIRY_NOT_ALLOWED':
    case 'EXPIRY_PAST':
    case 'EXPIRY_REQUIRED':
      return { campo: 'expiresOn' };
    default:
      return {};
  }
}

export function webSequenceAnswer(sequence: SequenceStatus, today: string, thresholds: StockThresholds) {
  const { available, authorizations } = sequence;
  // Expired ranges do not count: their numbers, used or not, would only make the bar harder to read.
  const total = authorizations
    .filter((one) => one.state !== 'Vencida')
    .reduce((sum, { first, last }) => sum + Math.max(0, last - first + 1), 0);
  return {
    ...sequenceAnswer(sequence, today, thresholds),
    advertencias: rangeWarnings(sequence, today, thresholds),
    authorizations: authorizations.map((one) => webAuthorizationAnswer(one, today, thresholds)),
    used: total - available,
    total,
  };
}

function webAuthorizationAnswer(one: AuthorizationStatus, today: string, thresholds: StockThresholds) {
  const { ecfType, to, first, last, authorizationNumber } = one;
  return {
    ...authorizationAnswer(one),
    first: formatEncf(ecfType, first),
    last: formatEncf(ecfType, last),
    authorizationNumber,
    closed: last < to,
    expiresSoon: expiresSoon(one, today, thresholds),
  };
}
