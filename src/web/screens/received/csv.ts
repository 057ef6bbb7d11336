/** Received vouchers as a table for a spreadsheet. */
import { isAcceptedState } from '../../../ecf/codes/reception-states.js';
import { ecfTypeList, ecfTypes } from '../../../ecf/model/ecf-types.js';
import type { Received } from '../../api/answers.js';
import { amountCells, sumOfTypes, type Table } from '../../shared/spreadsheets/table.js';
import { received as texts } from '../../texts/received.js';

export function receivedTable(rows: readonly Received[]): Table {
  const accepted = rows.filter(({ dgii }) => isAcceptedState(dgii?.state));
  return {
    heads: texts.csvHeads,
    rows: rows.map((row) => [
      ...[{ code: row.encf }, { number: row.tipoeCF }, ecfTypes[row.tipoeCF].nombre, { code: row.rncEmisor }],
      ...[row.razonSocialEmisor, ...amountCells(row), { day: row.fechaEmision }],
      ...[texts.dgiiStates[row.dgii?.state ?? 'unknown'], texts.decided[row.decision?.estado ?? 'pendiente']],
      ...[{ moment: row.receivedAt }, { code: row.ncfModificado ?? '' }],
    ]),
    sums: [sumOfTypes(texts.sum, accepted, { types: ecfTypeList, lines: rows.length })],
  };
}
