/**
 * `document print`: a voucher's printed form as a PDF. `company look`: how a company's printed vouchers look.
 * `company link`: the links to them that buyers have.
 */
import { parseNormalised } from '../../../ecf/json/normalise.js';
import { valueColumns, type ValueColumn } from '../../../ecf/codes/value-columns.js';
import { printJobOf } from '../../../services/vouchers/prepare-print.js';
import { setLook } from '../../../services/companies/change-look.js';
import { logoBytesMax } from '../../../documents/print/logo.js';
import { paperNames, type Paper } from '../../../documents/print/papers.js';
import { command, flag, group, option, required, withDefault } from '../../command.js';
import { companyOf } from '../../context.js';
import { doneOr } from '../../terminal/done-or.js';
import { readBounded } from '../../terminal/secret-input.js';
import { anyText } from '../../terminal/values.js';
import { documentOf, writeNew } from '../vouchers/vouchers.js';
import { companyArgument, encfArgument, place } from '../parts.js';

const print = command({
  name: 'print',
  does: 'escribe la representación impresa (PDF) de un comprobante, como está ahora',
  example: 'E310000000007 --company 999999982 -o E310000000007.pdf',
  takes: {
    encf: encfArgument,
    ...place,
    format: withDefault<Paper>('--format <papel>', 'papel', paperNames, 'a4'),
    output: required('-o, --output <archivo>', 'archivo nuevo', anyText),
  },
  work: async (context, { format, output, ...wanted }) => {
    const company = await companyOf(context, wanted.company);
    const document = await documentOf(context, wanted);
    const { content, order } = await printJobOf(context.store, company, document, format);
    // Imported here, so that other commands do not wait for the fonts.
    const { printVoucher } = await import('../../../documents/print/print-voucher.js');
    const pdf = printVoucher(parseNormalised(new TextDecoder().decode(content)), order);
    await writeNew(output, pdf);
    const { encf, attempt } = document;
    return {
      data: { encf, attempt, format, file: output, bytes: pdf.length },
      text: `${output}: ${encf}, ${pdf.length} bytes`,
    };
  },
});

const none = 'ninguno';

const look = command({
  name: 'set',
  does: 'cambia el color, el logotipo o la columna Valor de la representación impresa',
  example: `999999982 --color '#1a5276' --logo logo.svg --value-column con-itbis`,
  more: 'El logotipo es un PNG o SVG de hasta 4000 píxeles por lado. En un SVG los textos van convertidos en trazos: no se carga ninguna fuente.',
  takes: {
    company: companyArgument,
    color: option('--color <#rrggbb>', `color de títulos y líneas, o «${none}»`, anyText),
    logo: option('--logo <archivo>', `PNG o SVG de hasta 100 KB, o «${none}»`, anyText),
    valueColumn: option<ValueColumn>(
      '--value-column <variante>',
      'qué muestra la columna Valor: una de las tres variantes de la DGII',
      valueColumns,
    ),
  },
  changes: 'company.look',
  work: async (context, { company, color, logo, valueColumn }) => {
    const { companyId } = await companyOf(context, company);
    const file = logo === undefined || logo === none ? undefined : await readBounded(logo, logoBytesMax);
    const change = {
      ...(color !== undefined && { color: color === none ? null : color }),
      ...(logo === none && { logo: null }),
      ...(file !== undefined && { logo: file }),
      ...(valueColumn !== undefined && { valueColumn }),
    };
    const target = Object.keys(change).sort().join(' ');
    const begun = await context.begin({ companyIds: [companyId], target });
    doneOr(await setLook(begun, companyId, change));
    const changed = { color, logo, valueColumn };
    return { data: { companyId, ...changed }, text: 'La representación impresa cambia desde ahora.' };
  },
});

const revoke = command({
  name: 'revoke',
  does: 'anula todos los enlaces de consulta que tienen los compradores de la empresa',
  example: '999999982',
  takes: { company: companyArgument, yes: flag('--yes', 'no pide confirmación') },
  changes: 'company.revokeLinks',
  work: async (context, options) => {
    const { companyId, rnc } = await companyOf(context, options.company);
    if (!options.yes)
      await context.confirm(`Los enlaces de consulta ya entregados por ${rnc} dejan de abrir.`);
    const { store, clock } = await context.begin({ companyIds: [companyId] });
    await store.replaceLinkKey(companyId, clock());
    return {
      data: { companyId, revoked: true },
      text: 'Los enlaces entregados ya no abren. Las respuestas de send y document-status dan enlaces nuevos.',
    };
  },
});

export const printCommand = print;

export const linkCommands = group('link', 'enlaces de consulta de los compradores', [revoke]);

export const lookCommands = group('look', 'apariencia de la representación impresa', [look]);
