/** `sequence …` and `reservation …`: numbers left, numbers handed out but never sent, numbers voided at DGII. */
import { hourMs } from '../../../ecf/durations.js';
import { localDate } from '../../../ecf/model/dates.js';
import { stockWarnings } from '../../../ledger/numbers/stock-warnings.js';
import { command, flag, option, required, withDefault } from '../../command.js';
import { placeOf } from '../../context.js';
import { CliError } from '../../terminal/cli-error.js';
import { doneOr } from '../../terminal/done-or.js';
import { table } from '../../terminal/result.js';
import { moment } from '../../terminal/text.js';
import { anyText, cursor, wholeNumber } from '../../terminal/values.js';
import { oneOrAll, refusePaging, sequencesEverywhere } from '../companies/each-company.js';
import { encfArgument, place } from '../parts.js';
import { cursorText } from '../../../shared/page-cursor.js';

const pageMax = 1_000;
/** Ten years: vouchers are kept that long. */
const hoursMax = 87_600;

const list = command({
  name: 'list',
  does: 'de cada tipo, el próximo número, los que quedan y el vencimiento; sin --company, de todas las empresas',
  example: '--warned',
  takes: { ...place, ...oneOrAll },
  work: async (context, { company, environment: where, ...wanted }) => {
    if (company === undefined) {
      if (where !== undefined) throw new CliError('USAGE', '--environment va solo con --company.');
      return sequencesEverywhere(context, wanted);
    }
    refusePaging(wanted);
    const { companyId, environment } = await placeOf(context, company, where);
    const today = localDate(context.clock().getTime());
    const sequences = await context.store.sequencesOverview(companyId, environment, today);
    return {
      data: sequences,
      text: table(sequences, '', {
        Tipo: (one) => one.ecfType,
        Estado: (one) => one.state,
        Próximo: (one) => one.next,
        Disponibles: (one) => one.available,
        Vence: (one) => one.expiresOn,
        Rangos: (one) => one.authorizations.length,
      }),
      warnings: sequences.flatMap((one) =>
        stockWarnings(one, today, context.numbering).map(({ code, mensaje }) => ({ code, mensaje })),
      ),
    };
  },
});

const unused = command({
  name: 'unused',
  does: 'números entregados y nunca enviados, los más antiguos primero',
  example: '--company 999999982 --older-than-hours 48',
  takes: {
    ...place,
    olderThanHours: withDefault(
      '--older-than-hours <n>',
      'solo los entregados hace más de estas horas',
      wholeNumber(0, hoursMax),
      24,
    ),
    limit: withDefault('--limit <n>', 'cuántos', wholeNumber(1, pageMax), 100),
    cursor: option('--cursor <texto>', 'continúa donde terminó la página anterior', cursor),
  },
  work: async (context, { company, environment: where, olderThanHours, limit, cursor: after }) => {
    const { companyId, environment } = await placeOf(context, company, where);
    const nowMs = context.clock().getTime();
    const reservedBefore = new Date(nowMs - olderThanHours * hourMs);
    const found = await context.store.unused({
      companyId,
      environment,
      reservedBefore,
      limit,
      ...(after && { cursor: after }),
    });
    const next = found.next === undefined ? null : cursorText(found.next);
    const numbers = found.numbers.map(({ encf, ecfType, ref = '', reservedAt, expiresOn }) => ({
      encf,
      ecfType,
      externalReference: ref,
      reservedAt,
      ageHours: Math.floor((nowMs - reservedAt.getTime()) / hourMs),
      sequenceExpiresOn: expiresOn,
    }));
    const older = olderThan(olderThanHours);
    const rest = olderThanHours === 0 ? '' : ' Los más recientes se incluyen con --older-than-hours 0.';
    const heading =
      numbers.length === 0
        ? `No hay números entregados${older} y sin enviar.${rest}`
        : `Números entregados${older} y sin enviar.${rest}\n\n`;
    const more = next === null ? '' : `\n\nHay más: --cursor ${next}`;
    return {
      data: { numbers, cursor: next },
      text:
        heading +
        table(numbers, '', {
          'e-NCF': ({ encf }) => encf,
          Referencia: ({ externalReference }) => externalReference || null,
          Entregado: ({ reservedAt }) => moment(reservedAt),
          Edad: ({ ageHours }) => `${ageHours} h`,
          Vence: ({ sequenceExpiresOn }) => sequenceExpiresOn ?? 'no vence',
        }) +
        more,
    };
  },
});

function olderThan(hours: number): string {
  if (hours === 0) return '';
  return hours === 1 ? ' hace más de una hora' : ` hace más de ${hours} horas`;
}

const annul = command({
  name: 'annul',
  does: 'registra que un e-NCF fue anulado en la DGII: nunca se envía ni se lista como sin usar; no se puede deshacer',
  example: 'E310000000007 --company 999999982 --note "ANECF 123"',
  takes: {
    encf: encfArgument,
    ...place,
    note: required('--note <texto>', 'por qué, y la referencia de la DGII (hasta 300 caracteres)', anyText),
    yes: flag('--yes', 'no pide confirmación'),
  },
  changes: 'number.annul',
  work: async (context, { encf: { text: encf }, company, environment: where, note, yes }) => {
    const { companyId, environment } = await placeOf(context, company, where);
    if (!yes)
      await context.confirm(`${encf} (${environment}) no se enviará nunca. ¿Está anulado en la DGII?`);
    const { store, clock } = await context.begin({ companyIds: [companyId], environment, target: encf });
    const number = { companyId, environment, encf, note, by: context.operator, now: clock() };
    const { before } = doneOr(await store.annulReservation(number), {
      ENCF_HAS_DOCUMENT: () => `${encf} tiene un comprobante: véalo con «document show».`,
    });
    return {
      data: { encf, environment, annulled: true, before: before ?? null },
      text:
        before === undefined
          ? `${encf} queda anulado: el servicio no lo enviará.`
          : `${encf} ya estaba anulado desde ${moment(before)}; la nota anterior se conserva.`,
    };
  },
});

export const sequenceCommands = [list, unused];
export const reservationCommands = [annul];
