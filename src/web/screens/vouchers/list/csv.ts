/** Issued vouchers as a table for a spreadsheet. */
import { bought, ecfTypeList, ecfTypes } from '../../../../ecf/model/ecf-types.js';
import type { VoucherRow } from '../../../api/answers.js';
import { es } from '../../../es.js';
import { amountCells, sumOfTypes, type Table } from '../../../shared/spreadsheets/table.js';

const sold = ecfTypeList.filter((type) => !bought.includes(type));

export function voucherTable(rows: readonly VoucherRow[]): Table {
  const accepted = rows.filter((row) => row.accepted === 1);
  const lines = rows.length;
  return {
    heads: es.vouchers.csvHeads,
    rows: rows.map((row) => [
      ...[{ code: row.ecf }, { number: row.tipoeCF }, ecfTypes[row.tipoeCF].nombre],
      ...[{ code: row.rncComprador }, row.razonSocialComprador ?? '', ...amountCells(row)],
      ...[
        { day: row.fechaEmision },
        row.status,
        row.reason === undefined ? '' : es.waiting[row.reason],
        { moment: row.receivedAt },
      ],
      ...[{ code: row.ncfModificado ?? '' }, { code: row.securityCode }],
    ]),
    sums: [
      sumOfTypes(es.search.ventas, accepted, { types: sold, lines }),
      sumOfTypes(es.search.compras, accepted, { types: bought, lines }),
    ],
  };
}
