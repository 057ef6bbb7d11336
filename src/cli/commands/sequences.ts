/** `sequence …` and `reservation …`: numbers left, numbers handed out but never sent, numbers voided at DGII. */
import { Option, type Command } from 'commander';
import { localDate } from '../../ecf/model/dates.js';
import type { Encf } from '../../ecf/model/encf.js';
import type { UnusedCursor } from '../../ledger/numbering/numbering.js';
import { stockWarnings } from '../../ledger/numbering/stock-warnings.js';
import { annulNumber } from '../../operator/numbers.js';
import { placeOf, type CliContext, type PlaceOptions, type Run } from '../context.js';
import { doneOr } from '../terminal/done-or.js';
import { table, type Result } from '../terminal/result.js';
import { companyOption, environmentOption, group, subcommand } from '../terminal/spanish.js';
import { moment } from '../terminal/text.js';
import { cursorText } from '../../ledger/numbering/unused.js';
import { cursor, encf, wholeNumber } from '../terminal/values.js';

interface UnusedOptions extends PlaceOptions {
  readonly olderThanHours: number;
  readonly limit: number;
  readonly cursor?: UnusedCursor;
}

const pageMax = 1_000;
/** Ten years: vouchers are kept that long. */
const hoursMax = 87_600;
const hourMs = 3_600_000;

export function sequenceCommands(program: Command, run: Run): void {
  const sequence = group(program, 'sequence', 'secuencias de e-NCF que asigna el servicio');

  subcommand(sequence, 'list', 'de cada tipo, el próximo número, los que quedan y el vencimiento')
    .addOption(companyOption())
    .addOption(environmentOption())
    .action((options: PlaceOptions) => run((context) => listSequences(context, options)));

  subcommand(sequence, 'unused', 'números entregados y nunca enviados, los más antiguos primero')
    .addOption(companyOption())
    .addOption(environmentOption())
    .addOption(
      new Option('--older-than-hours <n>', 'solo los entregados hace más de estas horas')
        .argParser(wholeNumber(0, hoursMax))
        .default(24),
    )
    .addOption(new Option('--limit <n>', 'cuántos').argParser(wholeNumber(1, pageMax)).default(100))
    .addOption(new Option('--cursor <texto>', 'continúa donde terminó la página anterior').argParser(cursor))
    .action((options: UnusedOptions) => run((context) => listUnused(context, options)));
}

export function reservationCommands(program: Command, run: Run): void {
  const reservation = group(program, 'reservation', 'números entregados');

  subcommand(
    reservation,
    'annul',
    'registra que un e-NCF fue anulado en la DGII: nunca se envía ni se lista como sin usar',
  )
    .argument('<e-NCF>', 'por ejemplo E310000000001', encf)
    .addOption(companyOption())
    .addOption(environmentOption())
    .requiredOption('--note <texto>', 'por qué, y la referencia de la DGII (hasta 300 caracteres)')
    .action((one: Encf, options: PlaceOptions & { note: string }) =>
      run((context) => annul(context, one, options)),
    );
}

async function listSequences(context: CliContext, options: PlaceOptions): Promise<Result> {
  const { companyId, environment } = await placeOf(context, options);
  const today = localDate(context.clock().getTime());
  const sequences = await context.store.sequencesOverview(companyId, environment, today);
  const rows = sequences.map((one) => [
    String(one.ecfType),
    one.state,
    one.next === null ? '—' : String(one.next),
    String(one.available),
    one.expiresOn ?? '—',
    String(one.authorizations.length),
  ]);
  return {
    data: sequences,
    text: table(['Tipo', 'Estado', 'Próximo', 'Disponibles', 'Vence', 'Rangos'], rows),
    warnings: sequences.flatMap((one) =>
      stockWarnings(one, today, context.numbering).map(({ code, mensaje }) => ({ code, mensaje })),
    ),
  };
}

async function listUnused(context: CliContext, options: UnusedOptions): Promise<Result> {
  const { companyId, environment } = await placeOf(context, options);
  const now = context.clock();
  const page = await context.store.unused({
    ...{ companyId, environment },
    reservedBefore: new Date(now.getTime() - options.olderThanHours * hourMs),
    limit: options.limit,
    ...(options.cursor === undefined ? {} : { cursor: options.cursor }),
  });
  const next = page.next === undefined ? null : cursorText(page.next);
  const numbers = page.numbers.map(({ encf: one, ecfType, ref, reservedAt, expiresOn }) => ({
    encf: one,
    ecfType,
    externalReference: ref ?? '',
    reservedAt,
    ageHours: Math.floor((now.getTime() - reservedAt.getTime()) / hourMs),
    sequenceExpiresOn: expiresOn,
  }));
  const rows = numbers.map((one) => [
    one.encf,
    one.externalReference || '—',
    moment(one.reservedAt),
    `${one.ageHours} h`,
    one.sequenceExpiresOn ?? 'no vence',
  ]);
  const more = next === null ? '' : `\n\nHay más: --cursor ${next}`;
  const older = olderThan(options.olderThanHours);
  const rest = options.olderThanHours === 0 ? '' : ' Los más recientes se incluyen con --older-than-hours 0.';
  return {
    data: { numbers, cursor: next },
    text:
      numbers.length === 0
        ? `No hay números entregados${older} y sin enviar.${rest}${more}`
        : `Números entregados${older} y sin enviar.${rest}\n\n` +
          table(['e-NCF', 'Referencia', 'Entregado', 'Edad', 'Vence'], rows) +
          more,
  };
}

function olderThan(hours: number): string {
  if (hours === 0) return '';
  return hours === 1 ? ' hace más de una hora' : ` hace más de ${hours} horas`;
}

async function annul(
  context: CliContext,
  one: Encf,
  options: PlaceOptions & { readonly note: string },
): Promise<Result> {
  const { companyId, environment } = await placeOf(context, options);
  const { note } = options;
  const { before } = doneOr(await annulNumber(context, { companyId, environment, encf: one.text, note }), {
    ENCF_HAS_DOCUMENT: () => `${one.text} tiene un comprobante: véalo con «document show».`,
  });
  return {
    data: { encf: one.text, environment, annulled: true, before: before ?? null },
    text:
      before === undefined
        ? `${one.text} queda anulado: el servicio no lo enviará.`
        : `${one.text} ya estaba anulado desde ${moment(before)}; la nota anterior se conserva.`,
  };
}
