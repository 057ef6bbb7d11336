/** `annulment …`: asks DGII to void numbers, shows what became of them, and records what DGII's virtual office shows. */
import { messageTexts } from '../../../ecf/messages/dgii-messages.js';
import { hourMs } from '../../../ecf/durations.js';
import { numberReasons } from '../../../ecf/annulment/number-reasons.js';
import { countOf, type EncfRange } from '../../../ecf/annulment/encf-ranges.js';
import type { NumberResult, RangeAnnulmentRecord } from '../../../ledger/numbers/range-annulment-record.js';
import { annulmentCandidates } from '../../../services/numbers/list-annulment-candidates.js';
import {
  annulmentNumbers,
  annulmentView,
  findAnnulment,
  numberEstados,
} from '../../../services/numbers/find-annulment.js';
import { cancelAnnulment } from '../../../services/numbers/cancel-annulment.js';
import { confirmAnnulment, endedDeliveries } from '../../../services/numbers/confirm-annulment.js';
import { requestAnnulment } from '../../../services/numbers/request-annulment.js';
import { argument, command, flag, option, required, withDefault } from '../../command.js';
import { placeOf, companyOf, type CliContext } from '../../context.js';
import { CliError } from '../../terminal/cli-error.js';
import { doneOr } from '../../terminal/done-or.js';
import { fields, table } from '../../terminal/result.js';
import { moment } from '../../terminal/text.js';
import { anyText, encfRanges, environmentNames, wholeNumber } from '../../terminal/values.js';
import { companyOption, place } from '../parts.js';

const idArgument = argument('<id>', 'id de la anulación', anyText);

const candidates = command({
  name: 'candidates',
  does: 'números que se pueden anular: entregados y sin enviar, y los que quedan de cada rango',
  example: '--company 999999982',
  takes: {
    ...place,
    olderThanHours: withDefault(
      '--older-than-hours <n>',
      'de los entregados, solo los de hace más de estas horas',
      wholeNumber(0, 87_600),
      24,
    ),
  },
  work: async (context, { company, environment, olderThanHours }) => {
    const where = await placeOf(context, company, environment);
    const before = new Date(context.clock().getTime() - olderThanHours * hourMs);
    const found = await annulmentCandidates(context, where, before);
    const rows = [
      ...found.unused.map((range) => ({ ...range, kind: 'entregados, sin enviar' })),
      ...found.remaining.map((range) => ({ ...range, kind: 'sin entregar' })),
    ];
    return {
      data: found,
      text:
        table(rows, 'No hay números que anular.', {
          ...rangeColumns,
          Números: countOf,
          Son: ({ kind }) => kind,
        }) + (found.more ? '\n\nHay más: anule estos y repita la orden.' : ''),
    };
  },
});

const request = command({
  name: 'request',
  does: 'pide a la DGII que anule números que no se usarán; no se puede deshacer',
  example: '--range E310000000007-E310000000009 --company 999999982',
  takes: {
    company: companyOption,
    environment: option(
      '--environment <ambiente>',
      'el de los números; debe ser el actual de la empresa',
      environmentNames,
    ),
    range: required('--range <desde[-hasta]>', 'un e-NCF o un rango; se puede repetir', encfRanges),
    note: withDefault('--note <texto>', 'por qué (hasta 300 caracteres)', anyText, ''),
    yes: flag('--yes', 'no pide confirmación'),
  },
  changes: 'annulment.request',
  work: async (context, { company: text, environment: meant, range: ranges, note, yes }) => {
    const company = await companyOf(context, text);
    const { environment } = company;
    // The same numbers exist in each environment, and what DGII voids stays void.
    if (meant !== undefined && meant !== environment)
      throw new CliError('USAGE', `La empresa está en ${environment}: solo se anulan números de allí.`);
    const count = ranges.reduce((sum, range) => sum + countOf(range), 0);
    if (!yes)
      await context.confirm(
        `¿Anular ${count} números de ${company.razonSocial} en la DGII (${environment})?`,
      );
    const order = { company, ranges, note, by: context.operator, firstCheckMs: 0 };
    const said = ({ mensaje }: { readonly mensaje: string }) => mensaje;
    const target = ranges.map(({ desde, hasta }) => `${desde}-${hasta}`).join(' ');
    const begun = await context.begin({ companyIds: [company.companyId], environment, target });
    const { record, reused } = doneOr(await requestAnnulment(begun, order), {
      ANNULMENT_RANGE_INVALID: said,
      ANNULMENT_RANGES_OVERLAP: said,
      ANNULMENT_TOO_LARGE: said,
    });
    const view = annulmentView(record);
    const before =
      record.state === 'annulled'
        ? 'Estos números ya estaban anulados desde una solicitud anterior'
        : 'Estos números ya se habían pedido';
    const done = reused ? before : 'Pedida';
    return {
      data: { ...view, reused },
      text: `${done} (${environment}). Véala con «annulment show ${view.annulmentId} --company ${text}».`,
    };
  },
});

const show = command({
  name: 'show',
  does: 'el estado de cada número de una anulación',
  example: '3f9a0c1b --company 999999982',
  takes: { id: idArgument, company: companyOption },
  work: async (context, { id, company }) => {
    const record = await annulmentOf(context, id, company);
    const numbers = await annulmentNumbers(context, record);
    const { estado, fecha, nota } = annulmentView(record);
    return {
      data: {
        ...annulmentView(record),
        waiting: record.waiting ?? null,
        numbers,
        deliveries: endedDeliveries(record),
      },
      text:
        fields({
          Estado: estado,
          Pedida: `${fecha} por ${record.by}`,
          Nota: nota,
          'Intentos de envío': endedDeliveries(record),
          'Espera por': record.waiting,
          'La DGII dijo': messageTexts(record.dgii?.mensajes).join('\n') || undefined,
          Cancelada:
            record.cancelled &&
            [record.cancelled.by, record.cancelled.note].filter((one) => one !== '').join(': '),
          Confirmada: record.confirmed && `${record.confirmed.by}: ${record.confirmed.note}`,
        }) +
        '\n\n' +
        table(numbers, '', {
          ...rangeColumns,
          Números: countOf,
          Estado: ({ outcome }: NumberResult) => numberEstados[outcome],
          Motivo: ({ reason }: NumberResult) => reason && numberReasons[reason],
        }),
    };
  },
});

const list = command({
  name: 'list',
  does: 'las anulaciones de la empresa, las más recientes primero',
  example: '--company 999999982',
  takes: { ...place, limit: withDefault('--limit <n>', 'cuántas', wholeNumber(1, 100), 20) },
  work: async (context, { company, environment: where, limit }) => {
    const { companyId, environment } = await placeOf(context, company, where);
    const { rows: records } = await context.store.listRangeAnnulments({ companyId, environment, limit });
    return {
      data: records.map(annulmentView),
      text: table(records, 'No hay anulaciones.', {
        Id: ({ _id }) => _id,
        Estado: (record) => annulmentView(record).estado,
        Números: ({ count }) => count,
        Pedida: ({ requestedAt }) => moment(requestedAt),
        'Espera por': ({ waiting }) => waiting,
      }),
    };
  },
});

const confirm = command({
  name: 'confirm',
  does: 'anota lo que muestra la Oficina Virtual de los números inciertos; no se puede deshacer',
  example: '3f9a0c1b not-annulled --deliveries 3 --company 999999982 --note "OFV, 20-11"',
  takes: {
    id: idArgument,
    found: argument('<hallazgo>', 'qué muestra la Consulta de Anulaciones', [
      'annulled',
      'not-annulled',
    ] as const),
    company: companyOption,
    deliveries: option(
      '--deliveries <n>',
      'con not-annulled: los intentos de envío que mostraba «annulment show» antes de mirar la Oficina Virtual',
      wholeNumber(1, 1e6),
    ),
    note: required('--note <texto>', 'qué se vio (hasta 300 caracteres)', anyText),
    yes: flag('--yes', 'no pide confirmación'),
  },
  changes: 'annulment.confirm',
  work: async (context, { id, found, company, deliveries, note, yes }) => {
    const annulled = found === 'annulled';
    if (!annulled && deliveries === undefined)
      throw new CliError('USAGE', 'Con not-annulled falta --deliveries: lo muestra «annulment show».');
    const { _id, companyId, environment } = await annulmentOf(context, id, company);
    if (!yes) await context.confirm(`¿Anotar los números inciertos como ${found}?`);
    const finding = { annulled, deliveries, by: context.operator, note };
    const begun = await context.begin({ companyIds: [companyId], environment, target: _id });
    const { record } = doneOr(await confirmAnnulment(begun, { id: _id, companyId }, finding), {
      CHANGED_MEANWHILE: () =>
        'La anulación avanzó después de lo que usted vio: vea «annulment show», mire otra vez la Oficina Virtual y repita la orden.',
    });
    return { data: annulmentView(record), text: 'Anotado: un worker lo aplica a los números.' };
  },
});

const cancel = command({
  name: 'cancel',
  does: 'cancela una solicitud que no se ha enviado: los números quedan libres otra vez',
  example: '3f9a0c1b --company 999999982',
  more: 'Los números quedan libres en un minuto a lo sumo.',
  takes: {
    id: idArgument,
    company: companyOption,
    note: withDefault('--note <texto>', 'por qué (hasta 300 caracteres)', anyText, ''),
  },
  changes: 'annulment.cancel',
  work: async (context, { id, company, note }) => {
    const { companyId, environment } = await annulmentOf(context, id, company);
    const order = { by: context.operator, note };
    const begun = await context.begin({ companyIds: [companyId], environment, target: id });
    const { record } = doneOr(await cancelAnnulment(begun, { id, companyId }, order));
    return { data: annulmentView(record), text: 'Cancelada: un worker libera los números.' };
  },
});

export const annulmentCommands = [candidates, request, show, list, cancel, confirm];

const rangeColumns = { Desde: ({ desde }: EncfRange) => desde, Hasta: ({ hasta }: EncfRange) => hasta };

async function annulmentOf(context: CliContext, id: string, text: string): Promise<RangeAnnulmentRecord> {
  const { companyId } = await companyOf(context, text);
  const record = await findAnnulment(context, { id, companyId });
  if (record === undefined) throw new CliError('ANNULMENT_NOT_FOUND');
  return record;
}
