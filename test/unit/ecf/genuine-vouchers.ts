/**
 * Vouchers as an honest issuer computes them: any type, lines, rates, discounts, taxes, currency and pages. Each amount
 * follows the formula of Formato e-CF v1.0, rounded half up. This file is written only from the pages of the format and
 * shares no code with the rules that it tests.
 */
import Big from 'big.js';
import fc, { type GeneratorValue } from 'fast-check';
import { ecfTypeList, type EcfType } from '../../../src/ecf/model/ecf-types.js';
import type { Json } from './samples.js';

interface Draft {
  readonly type: EcfType;
  /** Prices include ITBIS. */
  readonly taxIncluded: boolean;
  readonly lines: readonly DraftLine[];
  readonly currencyRate: Big | undefined;
}

interface DraftLine {
  readonly kind: number;
  readonly monto: Big;
  readonly codes: readonly string[];
  readonly json: Json;
}

interface TaxAmount {
  readonly rate: number;
  readonly field: string;
  amount: Big;
}

const cents = (value: Big) => value.round(2, Big.roundHalfUp);
const number = (value: Big) => Number(value.toFixed());
const sumOf = (values: readonly Big[]) => values.reduce((sum, value) => sum.plus(value), Big(0));
const rates: Readonly<Record<number, number>> = { 1: 18, 2: 16, 3: 0 };

/** IndicadorFacturacion that a type may have (pp.27, 37). */
function kindsOf(type: EcfType): readonly number[] {
  if (type === 43 || type === 44 || type === 47) return [4];
  if (type === 46) return [3];
  return type === 41 ? [1, 2, 3, 4] : [0, 1, 2, 3, 4];
}

const withAdditionalTaxes: readonly EcfType[] = [31, 32, 33, 34, 44, 45];
const withWithholding: readonly EcfType[] = [31, 33, 34];
const withAdjustments: readonly EcfType[] = [31, 32, 33, 34, 41, 44, 45, 46];
const withTaxIndicator: readonly EcfType[] = [31, 32, 33, 34, 41, 45];

/** The members of ECF. */
export function genuineVoucher(g: GeneratorValue): Json {
  const whole = (min: number, max: number) => g(fc.integer, { min, max });
  const chance = (percent: number) => whole(1, 100) <= percent;
  const pick = <T>(...values: readonly T[]): T => values[whole(0, values.length - 1)]!;

  const type = pick(...ecfTypeList);
  const scenario = withAdditionalTaxes.includes(type)
    ? pick('none', '001', '003', '005', 'telecom', ...(type === 44 ? [] : ['alcohol', 'tobacco', 'bulk']))
    : 'none';
  const taxes = new Map<string, TaxAmount>();
  const currencyRate = chance(25) ? Big(pick('58.1234', '61.5', '0.4567')) : undefined;
  const lines = Array.from({ length: whole(1, 6) }, (_, index) => line(index));
  const taxable = lines.some(({ kind }) => kind === 1 || kind === 2);
  const taxIncluded = withTaxIndicator.includes(type) && taxable && chance(40);
  const draft: Draft = { type, taxIncluded, lines, currencyRate };

  const { rows, changes } = adjustments();
  otherTaxes();
  const totals = totalsOf(draft, taxes, changes);
  const pages = rows.length === 0 && taxes.size === 0 && lines.length > 1 && chance(50) ? pagesOf(draft) : [];
  const balance = chance(40) ? balanceOf(Big(totals.MontoTotal)) : {};
  const late = type === 34 && chance(30);
  return {
    Encabezado: {
      Version: '1.0',
      IdDoc: idDoc(late, pages.length),
      Emisor: {
        RNCEmisor: '999999992',
        RazonSocialEmisor: 'EMPRESA DE PRUEBA SRL',
        DireccionEmisor: 'CALLE PRIMERA 1',
        FechaEmision: '15-06-2026',
      },
      ...buyer(Big(totals.MontoTotal)),
      Totales: { ...totals, ...balance },
      ...currencyTotals(draft, totals),
    },
    DetallesItems: { Item: lines.map(({ json }) => json) },
    ...(rows.length > 0 ? { DescuentosORecargos: { DescuentoORecargo: rows } } : {}),
    ...(pages.length > 0 ? { Paginacion: { Pagina: pages } } : {}),
    ...(type === 33 || type === 34
      ? {
          InformacionReferencia: {
            NCFModificado: pick('E310000000009', 'E450000000009', 'B0100000009'),
            FechaNCFModificado: late ? '01-01-2026' : '16-05-2026',
            CodigoModificacion: 3,
          },
        }
      : {}),
  };

  function line(index: number): DraftLine {
    const selective = ['alcohol', 'tobacco', 'bulk'].includes(scenario);
    const kind = selective ? pick(1, 1, 4) : pick(...kindsOf(type));
    const quantity = selective ? Big(whole(1, 40)) : Big(whole(1, 5000)).div(pick(1, 100));
    const price = Big(whole(1, 9_999_999)).div(pick(100, 10_000));
    const gross = price.times(quantity);
    const change = type === 43 || type === 47 ? { json: {}, amount: Big(0) } : subTables(gross);
    const monto = cents(gross).plus(change.amount);
    const service = type === 47 ? 2 : pick(1, 2);
    const tax =
      kind === 0 || (selective && kind !== 1) ? { codes: [], json: {} } : lineTaxes(quantity, price, kind);
    const json = {
      NumeroLinea: index + 1,
      IndicadorFacturacion: kind,
      ...withholding(kind, service, monto),
      NombreItem: kind === 0 ? `Bono de regalo ${index + 1}` : `Artículo ${index + 1}`,
      IndicadorBienoServicio: service,
      CantidadItem: number(quantity),
      PrecioUnitarioItem: number(price),
      ...tax.json,
      ...change.json,
      ...(tax.codes.length === 0
        ? {}
        : {
            TablaImpuestoAdicional: {
              ImpuestoAdicional: tax.codes.map((TipoImpuesto) => ({ TipoImpuesto })),
            },
          }),
      ...(currencyRate === undefined
        ? {}
        : {
            OtraMonedaDetalle: {
              PrecioOtraMoneda: number(price.div(currencyRate).round(4, Big.roundHalfUp)),
              MontoItemOtraMoneda: number(cents(monto.div(currencyRate))),
            },
          }),
      MontoItem: number(monto),
    };
    return { kind, monto, codes: tax.codes, json };
  }

  /** Discounts by amount and by percentage, surcharges by amount (pp.42-43). */
  function subTables(gross: Big): { json: Json; amount: Big } {
    const discounts = chance(30)
      ? Array.from({ length: whole(1, 3) }, () => {
          const percent = Big(whole(1, 2500)).div(100);
          const amount = number(cents(gross.times(percent).div(100)));
          return chance(50)
            ? { TipoSubDescuento: '%', SubDescuentoPorcentaje: number(percent), MontoSubDescuento: amount }
            : { TipoSubDescuento: '$', MontoSubDescuento: amount };
        })
      : [];
    const discount = sumOf(discounts.map(({ MontoSubDescuento }) => Big(MontoSubDescuento)));
    const surcharge = chance(20) ? cents(gross.times(whole(1, 20)).div(100)) : Big(0);
    return {
      json: {
        ...(discounts.length === 0
          ? {}
          : { DescuentoMonto: number(discount), TablaSubDescuento: { SubDescuento: discounts } }),
        ...(surcharge.eq(0)
          ? {}
          : {
              RecargoMonto: number(surcharge),
              TablaSubRecargo: { SubRecargo: [{ TipoSubRecargo: '$', MontoSubRecargo: number(surcharge) }] },
            }),
      },
      amount: surcharge.minus(discount),
    };
  }

  function withholding(kind: number, service: number, monto: Big): Json {
    const always = type === 41 || type === 47;
    if (!always && !(withWithholding.includes(type) && kind !== 0 && chance(15))) return {};
    const itbis = cents(monto.times(rates[kind] ?? 0).div(100));
    return {
      Retencion: {
        IndicadorAgenteRetencionoPercepcion: 1,
        ...(type === 47 ? {} : { MontoITBISRetenido: number(itbis) }),
        ...(service === 2
          ? { MontoISRRetenido: number(cents(monto.times(type === 47 ? '0.27' : '0.1'))) }
          : {}),
      },
    };
  }

  /** Codes of a line. The selective taxes of the line are added to the taxes (pp.23-25). */
  function lineTaxes(quantity: Big, price: Big, kind: number): { codes: readonly string[]; json: Json } {
    const reference = Big(whole(1, 24));
    const product = scenario === 'tobacco' ? whole(19, 22) : whole(6, 18);
    const specific = String(product).padStart(3, '0');
    const adValorem = String(product + 17).padStart(3, '0');
    const units = quantity.times(reference);
    switch (scenario) {
      case 'none':
        return { codes: [], json: {} };
      case 'telecom':
        return { codes: kind === 1 ? ['002', '004'] : [], json: {} };
      case 'alcohol': {
        const [degrees, content] = [Big(whole(4, 45)), Big(whole(100, 1000)).div(1000)];
        const retail = Big(whole(20_000, 200_000)).div(100).plus(degrees.times(10));
        const amount = Big('632.58').times(degrees).div(100).times(content).times(units);
        add(specific, 632.58, 'MontoImpuestoSelectivoConsumoEspecifico', amount);
        add(adValorem, 10, ...onRetail(retail, amount.div(units), '0.1', units));
        const TablaSubcantidad = {
          SubcantidadItem: [{ Subcantidad: number(content), CodigoSubcantidad: 24 }],
        };
        const rest = {
          TablaSubcantidad,
          GradosAlcohol: number(degrees),
          PrecioUnitarioReferencia: number(retail),
        };
        return { codes: [specific, adValorem], json: { ...packed(reference), ...rest } };
      }
      case 'tobacco': {
        const rate = product < 21 ? 53.51 : 26.75;
        const retail = Big(whole(15_000, 40_000)).div(100);
        add(specific, rate, 'MontoImpuestoSelectivoConsumoEspecifico', units.times(rate));
        add(adValorem, 20, ...onRetail(retail, Big(rate), '0.2', units));
        const TablaSubcantidad = { SubcantidadItem: [{ Subcantidad: 20, CodigoSubcantidad: 43 }] };
        return {
          codes: [specific, adValorem],
          json: { ...packed(reference), TablaSubcantidad, PrecioUnitarioReferencia: number(retail) },
        };
      }
      case 'bulk':
        add(adValorem, 10, 'MontoImpuestoSelectivoConsumoAdvalorem', price.times('0.13').times(quantity));
        return { codes: [adValorem], json: { UnidadMedida: 18 } };
      default:
        return { codes: [scenario], json: {} };
    }
  }

  function onRetail(retail: Big, specificOfUnit: Big, rate: string, units: Big): readonly [string, Big] {
    const base = retail.div('1.18').minus(specificOfUnit).div(Big(rate).plus(1));
    return ['MontoImpuestoSelectivoConsumoAdvalorem', base.times(rate).times(units)];
  }

  function add(code: string, rate: number, field: string, amount: Big): void {
    const known = taxes.get(code);
    if (known === undefined) taxes.set(code, { rate, field, amount });
    else known.amount = known.amount.plus(amount);
  }

  /** Global discounts and surcharges, one per kind of line; returns the change by kind (pp.49-50). */
  function adjustments(): { rows: Json[]; changes: Map<number, Big> } {
    const changes = new Map<number, Big>();
    const rows: Json[] = [];
    if (!withAdjustments.includes(type) || !chance(35)) return { rows, changes };
    for (const [kind, net] of netByKind(draft)) {
      if (kind === 0 || chance(30)) continue;
      const percent = Big(whole(1, 1500)).div(100);
      const amount = cents(net.times(percent).div(100));
      const discount = chance(66);
      // With several taxes, a discount must be a percentage.
      const inPercent = scenario !== 'none' || chance(50);
      rows.push({
        NumeroLinea: rows.length + 1,
        TipoAjuste: discount ? 'D' : 'R',
        TipoValor: inPercent ? '%' : '$',
        ...(inPercent ? { ValorDescuentooRecargo: number(percent) } : {}),
        MontoDescuentooRecargo: number(amount),
        ...(currencyRate === undefined
          ? {}
          : { MontoDescuentooRecargoOtraMoneda: number(cents(amount.div(currencyRate))) }),
        IndicadorFacturacionDescuentooRecargo: kind,
      });
      changes.set(kind, discount ? Big(0).minus(amount) : amount);
    }
    return { rows, changes };
  }

  /** Codes 001-005, with their share of the global adjustments (pp.25-26). */
  function otherTaxes(): void {
    const all = sumOf(lines.map(({ monto }) => monto));
    for (const [code, rate] of Object.entries({ '001': 10, '002': 2, '003': 16, '004': 10, '005': 17 })) {
      const carrying = lines.filter(({ codes }) => codes.includes(code));
      if (carrying.length === 0) continue;
      const net = carrying.map(({ monto }) => {
        const shares = [...changes.values()].filter((change) => change.lt(0) || code !== '003');
        const share = code === '005' ? Big(0) : sumOf(shares).times(monto).div(all);
        return (taxIncluded && code !== '005' ? monto.div('1.18') : monto).plus(share);
      });
      add(code, rate, 'OtrosImpuestosAdicionales', sumOf(net).times(rate).div(100));
    }
  }

  function balanceOf(total: Big): Json {
    const before = Big(whole(-50_000, 50_000)).div(100);
    const advance = cents(total.div(3));
    return {
      SaldoAnterior: number(before),
      MontoAvancePago: number(advance),
      ValorPagar: number(total.minus(advance).plus(before)),
    };
  }

  function idDoc(late: boolean, pageCount: number): Json {
    const onCredit = type !== 43 && chance(30);
    return {
      TipoeCF: type,
      eNCF: `E${type}${String(whole(1, 99_999)).padStart(10, '0')}`,
      ...(type === 32 || type === 34 ? {} : { FechaVencimientoSecuencia: '31-12-2027' }),
      ...(type === 34 ? { IndicadorNotaCredito: late ? 1 : 0 } : {}),
      ...(withTaxIndicator.includes(type) && taxable ? { IndicadorMontoGravado: taxIncluded ? 1 : 0 } : {}),
      ...(type === 41 || type === 43 || type === 47 ? {} : { TipoIngreso: pick('01', '02', '06') }),
      ...(type === 43 ? {} : { TipoPago: onCredit ? 2 : type === 31 ? 1 : pick(1, 3) }),
      ...(onCredit ? { FechaLimitePago: '15-07-2026' } : {}),
      ...(pageCount > 0 ? { TotalPaginas: pageCount } : {}),
    };
  }

  function buyer(total: Big): Json {
    if (type === 43 || (type === 32 && total.lt(250_000) && chance(50))) return {};
    const foreign = type === 47 || ((type === 32 || type === 44 || type === 46) && chance(40));
    const id = foreign ? { IdentificadorExtranjero: 'P-1234567' } : { RNCComprador: '131880681' };
    return { Comprador: { ...id, RazonSocialComprador: 'COMPRADOR DE PRUEBA' } };
  }
}

const packed = (reference: Big): Json => ({
  UnidadMedida: 6,
  CantidadReferencia: number(reference),
  UnidadReferencia: 5,
});

/** Sums of the lines, without ITBIS, by IndicadorFacturacion (pp.20-21). */
function netByKind({ taxIncluded, lines: all }: Draft, lines = all): Map<number, Big> {
  const sums = new Map<number, Big>();
  for (const { kind, monto } of lines) sums.set(kind, (sums.get(kind) ?? Big(0)).plus(monto));
  if (taxIncluded) {
    for (const kind of [1, 2]) {
      const gross = sums.get(kind);
      if (gross !== undefined) sums.set(kind, gross.div(1 + rates[kind]! / 100));
    }
  }
  return sums;
}

/** Totales (pp.19-28). */
function totalsOf(draft: Draft, taxes: Map<string, TaxAmount>, changes: Map<number, Big>): Json {
  const { type, lines } = draft;
  const net = new Map(
    [...netByKind(draft)].map(([kind, sum]) => [kind, cents(sum.plus(changes.get(kind) ?? 0))]),
  );
  const taxed = [1, 2, 3].filter((kind) => net.has(kind));
  const rows = [...taxes].sort().map(([code, { rate, field, amount }]) => ({
    TipoImpuesto: code,
    TasaImpuestoAdicional: rate,
    [field]: number(cents(amount)),
  }));
  const amountOf = (row: Json) =>
    sumOf(
      Object.values(row)
        .slice(2)
        .map((value) => Big(value as number)),
    );
  const selective = sumOf(rows.filter(({ TipoImpuesto }) => TipoImpuesto > '005').map(amountOf));
  const itbis = new Map(
    taxed.map((kind) => {
      const base = net.get(kind)!.plus(kind === 1 ? selective : 0);
      return [kind, cents(base.times(rates[kind]!).div(100))];
    }),
  );
  const gravado = sumOf(taxed.map((kind) => net.get(kind)!));
  const additional = sumOf(rows.map(amountOf));
  const total = sumOf([gravado, net.get(4) ?? Big(0), ...itbis.values(), additional]);
  const withheld = lines.flatMap(({ json }) => json.Retencion ?? []);
  const sumWithheld = (field: string) => number(sumOf(withheld.map((part) => Big(part[field] ?? 0))));
  return {
    ...(taxed.length > 0 ? { MontoGravadoTotal: number(gravado) } : {}),
    ...byKind(taxed, (kind) => [`MontoGravadoI${kind}`, net.get(kind)!]),
    ...(net.has(4) ? { MontoExento: number(net.get(4)!) } : {}),
    ...byKind(taxed, (kind) => [`ITBIS${kind}`, Big(rates[kind]!)]),
    ...(taxed.length > 0 ? { TotalITBIS: number(sumOf([...itbis.values()])) } : {}),
    ...byKind(taxed, (kind) => [`TotalITBIS${kind}`, itbis.get(kind)!]),
    ...(rows.length > 0
      ? { MontoImpuestoAdicional: number(additional), ImpuestosAdicionales: { ImpuestoAdicional: rows } }
      : {}),
    MontoTotal: number(total),
    ...(net.has(0)
      ? { MontoNoFacturable: number(net.get(0)!), MontoPeriodo: number(total.plus(net.get(0)!)) }
      : {}),
    ...(withheld.length > 0 && type !== 47 ? { TotalITBISRetenido: sumWithheld('MontoITBISRetenido') } : {}),
    ...(withheld.length > 0 ? { TotalISRRetencion: sumWithheld('MontoISRRetenido') } : {}),
  };
}

function byKind(kinds: readonly number[], entryOf: (kind: number) => readonly [string, Big]): Json {
  return Object.fromEntries(kinds.map(entryOf).map(([field, amount]) => [field, number(amount)]));
}

/** Names in OtraMoneda by those in Totales (pp.29-34). */
const inOtherCurrency: Readonly<Record<string, string>> = {
  MontoGravadoTotal: 'MontoGravadoTotalOtraMoneda',
  MontoGravadoI1: 'MontoGravado1OtraMoneda',
  MontoGravadoI2: 'MontoGravado2OtraMoneda',
  MontoGravadoI3: 'MontoGravado3OtraMoneda',
  MontoExento: 'MontoExentoOtraMoneda',
  TotalITBIS: 'TotalITBISOtraMoneda',
  TotalITBIS1: 'TotalITBIS1OtraMoneda',
  TotalITBIS2: 'TotalITBIS2OtraMoneda',
  TotalITBIS3: 'TotalITBIS3OtraMoneda',
  MontoImpuestoAdicional: 'MontoImpuestoAdicionalOtraMoneda',
  MontoTotal: 'MontoTotalOtraMoneda',
};

function currencyTotals({ currencyRate }: Draft, totals: Json): Json {
  if (currencyRate === undefined) return {};
  const converted = (amount: number) => number(cents(Big(amount).div(currencyRate)));
  const rows = totals.ImpuestosAdicionales?.ImpuestoAdicional.map((row: Json) => {
    const [[, TipoImpuestoOtraMoneda], [, TasaImpuestoAdicionalOtraMoneda], [field, amount]] = Object.entries(
      row,
    ) as Json;
    return {
      TipoImpuestoOtraMoneda,
      TasaImpuestoAdicionalOtraMoneda,
      [`${field}OtraMoneda`]: converted(amount),
    };
  });
  const amounts = Object.entries(inOtherCurrency).filter(([field]) => totals[field] !== undefined);
  return {
    OtraMoneda: {
      TipoMoneda: 'USD',
      TipoCambio: number(currencyRate),
      ...Object.fromEntries(amounts.map(([field, name]) => [name, converted(totals[field])])),
      ...(rows === undefined
        ? {}
        : { ImpuestosAdicionalesOtraMoneda: { ImpuestoAdicionalOtraMoneda: rows } }),
    },
  };
}

/** Two pages: the first line, and the rest (pp.51-56). */
function pagesOf(draft: Draft): Json[] {
  const { lines } = draft;
  return [lines.slice(0, 1), lines.slice(1)].map((own, index) => {
    const net = new Map([...netByKind(draft, own)].map(([kind, sum]) => [kind, cents(sum)]));
    const taxed = [1, 2, 3].filter((kind) => net.has(kind));
    const gravado = sumOf(taxed.map((kind) => net.get(kind)!));
    const itbis = new Map(taxed.map((kind) => [kind, cents(net.get(kind)!.times(rates[kind]!).div(100))]));
    const itbisTotal = sumOf([...itbis.values()]);
    return {
      PaginaNo: index + 1,
      NoLineaDesde: index + 1,
      NoLineaHasta: index === 0 ? 1 : lines.length,
      ...(taxed.length > 0 ? { SubtotalMontoGravadoPagina: number(gravado) } : {}),
      ...byKind(taxed, (kind) => [`SubtotalMontoGravado${kind}Pagina`, net.get(kind)!]),
      ...(net.has(4) ? { SubtotalExentoPagina: number(net.get(4)!) } : {}),
      ...(taxed.length > 0 ? { SubtotalItbisPagina: number(itbisTotal) } : {}),
      ...byKind(taxed, (kind) => [`SubtotalItbis${kind}Pagina`, itbis.get(kind)!]),
      MontoSubtotalPagina: number(sumOf([gravado, itbisTotal, net.get(4) ?? Big(0)])),
      ...(net.has(0) ? { SubtotalMontoNoFacturablePagina: number(net.get(0)!) } : {}),
    };
  });
}
