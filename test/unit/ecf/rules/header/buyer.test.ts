/** Who must be named as the buyer, and how. */
import { buyerRules } from '../../../../../src/ecf/rules/header/buyer.js';
import { all, comprador, item, ruleCases, totales } from '../cases.js';
import type { Json } from '../../samples.js';

const noBuyer = (ecf: Json) => delete ecf.Encabezado.Comprador;
const buyer = (change: Json) => (ecf: Json) => (ecf.Encabezado.Comprador = change);

/** One line, taxed at 18 %. */
const worth = (net: number, tax: number, total: number) =>
  all(
    item({ CantidadItem: 1, PrecioUnitarioItem: net, MontoItem: net }),
    totales({
      MontoGravadoTotal: net,
      MontoGravadoI1: net,
      TotalITBIS: tax,
      TotalITBIS1: tax,
      MontoTotal: total,
    }),
  );
const atThreshold = worth(211864.41, 38135.59, 250000);
const belowThreshold = worth(211864.4, 38135.59, 249999.99);

const modifies = (ncf: string) => (ecf: Json) => (ecf.InformacionReferencia.NCFModificado = ncf);

ruleCases(buyerRules, [
  { name: 'large, with RNC and name', type: 32, codes: [] },
  { name: '249,999.99, nobody named', type: 32, change: all(belowThreshold, noBuyer), codes: [] },
  {
    name: '250,000.00 exactly, nobody named',
    type: 32,
    change: all(atThreshold, noBuyer),
    codes: ['COMPRADOR-01', 'COMPRADOR-02'],
  },
  {
    name: '250,000.00 exactly, to a foreigner',
    type: 32,
    change: all(atThreshold, buyer({ IdentificadorExtranjero: 'P-123', RazonSocialComprador: 'Ana' })),
    codes: [],
  },
  {
    name: 'large, without name',
    type: 32,
    change: comprador({ RazonSocialComprador: undefined }),
    codes: ['COMPRADOR-02'],
  },
  {
    name: 'large, a name only',
    type: 32,
    change: buyer({ RazonSocialComprador: 'Ana' }),
    codes: ['COMPRADOR-01'],
  },
  {
    name: 'large credit note on consumption, nobody named',
    type: 34,
    change: all(atThreshold, modifies('E320000000009'), noBuyer),
    codes: ['COMPRADOR-01', 'COMPRADOR-02'],
  },
  {
    name: 'large credit note on consumption, with its buyer',
    type: 34,
    change: all(atThreshold, modifies('E320000000009')),
    codes: [],
  },
  {
    name: 'small credit note on consumption: it does not show how large the voucher was',
    type: 34,
    change: all(belowThreshold, modifies('E320000000009'), noBuyer),
    codes: [],
  },
  {
    name: 'large credit note on a tax credit invoice, nobody named',
    type: 34,
    change: all(atThreshold, noBuyer),
    codes: [],
  },
  {
    name: 'large debit note on consumption: the voucher may have been small',
    type: 33,
    change: all(atThreshold, modifies('E320000000009'), noBuyer),
    codes: [],
  },
  ...([32, 33, 34, 44, 46] as const).map((type) => ({
    name: 'RNC and foreign identification at once',
    type,
    change: comprador({ IdentificadorExtranjero: 'P-123' }),
    codes: ['COMPRADOR-03'],
  })),
  {
    name: 'a diplomat',
    type: 44,
    change: buyer({ IdentificadorExtranjero: 'D-1', RazonSocialComprador: 'Ana' }),
    codes: [],
  },
  { name: 'a name only', type: 44, change: buyer({ RazonSocialComprador: 'Ana' }), codes: ['COMPRADOR-04'] },
  {
    name: 'a buyer abroad, by name only',
    type: 46,
    change: buyer({ RazonSocialComprador: 'Ana' }),
    codes: [],
  },
  { name: 'nobody named', type: 47, change: noBuyer, codes: [] },
  {
    name: 'a cédula with a wrong check digit only warns, because genuine numbers fail the check',
    type: 31,
    change: comprador({ RNCComprador: '00100000000' }),
    codes: ['~COMPRADOR-05'],
  },
  {
    name: 'an RNC with a wrong check digit',
    type: 31,
    change: comprador({ RNCComprador: '131880682' }),
    codes: ['~COMPRADOR-05'],
  },
  { name: 'a cédula', type: 31, change: comprador({ RNCComprador: '00100000009' }), codes: [] },
]);
