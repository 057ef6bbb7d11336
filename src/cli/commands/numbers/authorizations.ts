/** `authorization …`: the ranges of e-NCF that DGII granted to a company (the voucher master). */
import { ecfTypes } from '../../../ecf/model/ecf-types.js';
import { formatEncf } from '../../../ecf/model/encf.js';
import type { Environment } from '../../../ecf/model/environments.js';
import {
  assignsItsOwnNumbers,
  type Authorization,
  type AuthorizationOutcome,
} from '../../../ledger/numbers/numbers.js';
import { argument, command, option, required } from '../../command.js';
import { placeOf } from '../../context.js';
import { CliError } from '../../terminal/cli-error.js';
import { doneOr, type Texts } from '../../terminal/done-or.js';
import { fields, table, warningIf } from '../../terminal/result.js';
import { anyText, ecfType, encf, rangeText, serial } from '../../terminal/values.js';
import { place } from '../parts.js';

const add = command({
  name: 'add',
  does: 'registra un rango',
  example: '--company 999999982 --type 31 --from 1 --to 1000 --expires 31-12-2027 --number A-1',
  takes: {
    ...place,
    ecfType: required('--type <tipo>', 'tipo de e-CF', ecfType),
    from: required('--from <n>', 'primer número del rango', serial),
    to: required('--to <n>', 'último número del rango', serial),
    expiresOn: option(
      '--expires <DD-MM-AAAA>',
      'vencimiento de la secuencia; los tipos 32 y 34 no lo llevan',
      anyText,
    ),
    authorizationNumber: required('--number <autorización>', 'número de autorización de la DGII', anyText),
    next: option('--next <n>', 'primer número que entrega el servicio; los anteriores ya se usaron', serial),
  },
  changes: 'range.add',
  work: async (context, { company: one, environment: where, expiresOn = null, ...range }) => {
    const { company, companyId, environment } = await placeOf(context, one, where);
    const target = `${formatEncf(range.ecfType, range.from)} ${range.to}`;
    const { store, clock } = await context.begin({ companyIds: [companyId], environment, target });
    const wanted = { companyId, environment, expiresOn, ...range, now: clock() };
    const { authorization: added } = doneOr(await store.addAuthorization(wanted), refusalTexts);
    return {
      data: { ...added, environment },
      text: `Rango registrado.\n${authorizationFields(added, environment)}`,
      warnings: [
        warningIf(
          assignsItsOwnNumbers(company, environment),
          'SEQUENCE_MANAGED_EXTERNALLY',
          'La numeración de la empresa la asigna su propio sistema: este rango no se usa hasta «company origin set».',
        ),
      ],
    };
  },
});

const change = command({
  name: 'change',
  does: 'corrige un rango sin quitarle ningún número ya entregado',
  example: 'E310000000001 --company 999999982 --last 500',
  more: 'Conserva todo número autorizado o entregado. Después de restaurar una copia de seguridad, --next salta los números que pudieron entregarse desde entonces.',
  takes: {
    range: argument('<id>', 'primer e-NCF del rango, como lo muestra «authorization list»', encf),
    ...place,
    to: option('--to <n>', 'amplía el rango hasta este número', serial),
    first: option(
      '--next <n>',
      'próximo número que entrega el servicio, más adelante: los que salta no se entregan',
      serial,
    ),
    last: option('--last <n>', 'último número que entrega el servicio: cierra el rango antes', serial),
    expiresOn: option('--expires <DD-MM-AAAA>', 'vencimiento de la secuencia', anyText),
    authorizationNumber: option('--number <autorización>', 'número de autorización de la DGII', anyText),
  },
  changes: 'range.change',
  work: async (context, { range, company, environment: where, ...changes }) => {
    const { companyId, environment } = await placeOf(context, company, where);
    if (Object.keys(changes).length === 0)
      throw new CliError('USAGE', 'Indique qué se cambia: --to, --next, --last, --expires o --number.');
    const ref = { companyId, environment, ecfType: range.type, id: range.text };
    const words = Object.entries(changes).map(([name, value]) => `${name}:${value}`);
    const target = [range.text, ...words].join(' ');
    const { store, clock } = await context.begin({ companyIds: [companyId], environment, target });
    const result = await store.changeAuthorization(ref, changes, clock());
    const { authorization: changed } = doneOr(result, refusalTexts);
    return {
      data: { ...changed, environment },
      text: `Rango corregido.\n${authorizationFields(changed, environment)}`,
    };
  },
});

const list = command({
  name: 'list',
  does: 'lista los rangos en el orden en que se consumen',
  example: '--company 999999982',
  takes: { ...place, ecfType: option('--type <tipo>', 'tipo de e-CF', ecfType) },
  work: async (context, { company, environment: where, ecfType }) => {
    const { companyId, environment } = await placeOf(context, company, where);
    const authorizations = await context.store.listAuthorizations(companyId, environment, ecfType);
    return {
      data: authorizations.map((one) => ({ ...one, environment })),
      text: table(authorizations, `No hay rangos registrados en ${environment}.`, {
        Id: ({ id }) => id,
        Rango: rangeText,
        Entrega: deliveryText,
        Vence: expiryText,
        Autorización: ({ authorizationNumber }) => authorizationNumber,
      }),
    };
  },
});

export const authorizationCommands = [add, change, list];

const refusalTexts: Texts<AuthorizationOutcome> = {
  RANGE_OVERLAPS: ({ other }) =>
    other && `El rango se solapa con ${rangeText(other)} (autorización ${other.authorizationNumber}).`,
  NEXT_TOO_LOW: ({ lowest }) =>
    lowest === undefined
      ? undefined
      : `Hay números entregados o usados antes del ${lowest}: indique ese o uno mayor con --next.`,
  WOULD_ORPHAN: ({ highest }) =>
    highest === undefined
      ? 'El rango dejaría fuera números que la DGII autorizó, y solo crece: use --last para cerrarlo antes.'
      : `Ya se entregaron números hasta el ${highest}: quedarían fuera del rango.`,
  CHANGED_MEANWHILE: () => 'Otra persona cambió los rangos de este tipo en este momento: repita la orden.',
};

function authorizationFields(authorization: Authorization, environment: Environment): string {
  const { id, ecfType, authorizationNumber } = authorization;
  return fields({
    Id: id,
    Tipo: `${ecfType}, ${ecfTypes[ecfType].nombre}`,
    Ambiente: environment,
    Rango: rangeText(authorization),
    Entrega: deliveryText(authorization),
    Vence: expiryText(authorization),
    Autorización: authorizationNumber,
  });
}

const deliveryText = ({ first, last }: Authorization) => `${first} a ${last}`;
const expiryText = ({ expiresOn }: Authorization) => expiresOn ?? 'no vence';
