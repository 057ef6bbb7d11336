/**
 * The address behind the QR code of the printed form (timbre): `consultatimbre` for vouchers sent in full,
 * `consultatimbrefc` for a type 32 below 250,000.00 (Informe Técnico e-CF v1.0, "Código QR").
 */
import { amountOf } from '../model/amounts.js';
import type { EcfType } from '../model/ecf-types.js';
import { environments, type Environment } from '../model/environments.js';
import { goesAsSummary } from '../model/consumer-threshold.js';

export interface Timbre {
  readonly environment: Environment;
  readonly tipoeCF: EcfType;
  readonly rncEmisor: string;
  /** `""` when the voucher names no buyer; the address then leaves it out. */
  readonly rncComprador: string;
  readonly encf: string;
  /** DD-MM-YYYY. */
  readonly fechaEmision: string;
  /** Written as in the XML. */
  readonly montoTotal: string;
  /** `dd-MM-yyyy HH:mm:ss`. */
  readonly fechaFirma: string;
  readonly securityCode: string;
}

export function timbreUrl(timbre: Timbre): string {
  const { segment } = environments[timbre.environment];
  const summary = goesAsSummary(timbre.tipoeCF, amountOf(timbre.montoTotal));
  return summary
    ? address(`https://fc.dgii.gov.do/${segment}/consultatimbrefc`, [
        ['rncemisor', timbre.rncEmisor],
        ['encf', timbre.encf],
        ['montototal', timbre.montoTotal],
        ['codigoseguridad', timbre.securityCode],
      ])
    : address(`https://ecf.dgii.gov.do/${segment}/consultatimbre`, [
        ['rncemisor', timbre.rncEmisor],
        ['rnccomprador', timbre.rncComprador],
        ['encf', timbre.encf],
        ['fechaemision', timbre.fechaEmision],
        ['montototal', timbre.montoTotal],
        ['fechafirma', timbre.fechaFirma],
        ['codigoseguridad', timbre.securityCode],
      ]);
}

/** A blank must become %20, and `+ / =` in the security code must be encoded, or DGII answers "No encontrado". */
function address(base: string, query: readonly (readonly [string, string])[]): string {
  const given = query.filter(([, value]) => value !== '');
  // The colon of the time stays unencoded, as in DGII's own examples; a query may contain it.
  const text = given.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%3A', ':')}`);
  return `${base}?${text.join('&')}`;
}
