/** What lists of vouchers show of each one, and the list of their types. */
import { Link } from '@tanstack/react-router';
import { ecfTypeList, ecfTypes, subtracted, type EcfType } from '../../../ecf/model/ecf-types.js';
import type { VoucherRow } from '../../api/answers.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { amount, capitalized, slashDay, when } from '../../shared/format.js';
import { list } from '../../texts/list.js';

export const typeOptions = Object.fromEntries(
  ecfTypeList.map((type) => [type, `${type} · ${ecfTypes[type].nombre}`]),
);

/** Leaves out "electrónica" and what kind of paper it is: the code beside it says so, and the list need not repeat it in each row. */
export function shortType(ecfType: EcfType): string {
  const name = ecfTypes[ecfType].nombre
    .replace(/ electrónic[ao]/, '')
    .replace(/^(Comprobante|Factura) (de |para )?/, '');
  return capitalized(name);
}

export function ShortType({ ecfType }: { readonly ecfType: EcfType }) {
  return (
    <>
      <span className="code-tag">{ecfType}</span> {shortType(ecfType)}
    </>
  );
}

/** The zeros before the serial number are paler, so that a person reads the number first. */
export function Encf({ text }: { readonly text: string }) {
  const [, type, zeros, serial] = /^(E\d{2})(0*)([1-9]\d*)$/.exec(text) ?? [];
  if (type === undefined) return text;
  return (
    <>
      {type}
      <span className="zeros">{zeros}</span>
      {serial}
    </>
  );
}

type OtherParty = Pick<VoucherRow, 'razonSocialComprador' | 'rncComprador' | 'tipoeCF'>;

/** Whom the voucher is for, or from whom the company bought. Undefined: it names nobody, and need not. */
export function partyName({ razonSocialComprador: name, rncComprador: rnc, tipoeCF }: OtherParty) {
  return name ?? (rnc !== '' ? rnc : tipoeCF === 32 ? es.vouchers.consumer : undefined);
}

export function customerOf(voucher: OtherParty): string {
  return partyName(voucher) ?? shortType(voucher.tipoeCF);
}

/** The customer first, and the number, which says which of the customer's vouchers it is. */
export function nameOf(voucher: OtherParty & Pick<VoucherRow, 'ecf'>): string {
  return `${customerOf(voucher)}, ${voucher.ecf}`;
}

interface IssuedProps {
  readonly row: Pick<VoucherRow, 'fechaEmision' | 'receivedAt'>;
}

/** The time is that of reception. If it came on another day, the drawer says when; a row has one line. */
export function Issued({ row: { fechaEmision, receivedAt } }: IssuedProps) {
  const [day, time] = when(receivedAt).split(' ');
  const issued = slashDay(fechaEmision);
  return (
    <>
      {issued}
      {issued === day ? (
        <span className="time faint"> {time}</span>
      ) : (
        <span className="visually-hidden"> {list.vouchers.receivedAt(when(receivedAt))}</span>
      )}
    </>
  );
}

/** A credit note takes from the sales, as in the sums below the list. */
export function signed({ tipoeCF }: Pick<VoucherRow, 'tipoeCF'>, value: number): number {
  return tipoeCF === subtracted ? -value : value;
}

export function signedTotal(row: Pick<VoucherRow, 'montoTotal' | 'tipoeCF'>): number {
  return signed(row, row.montoTotal);
}

/** The typographic minus is as wide as a digit. */
export const shownAmount = (value: number): string => amount(value).replace('-', '−');

interface AmountsProps {
  readonly row: { readonly montoTotal: number; readonly totalITBIS: number | null };
}

export function Amounts({ row: { montoTotal, totalITBIS } }: AmountsProps) {
  return (
    <>
      {amount(montoTotal)}
      {totalITBIS === null ? null : (
        <span className="small block soft">
          {es.vouchers.itbis} {amount(totalITBIS)}
        </span>
      )}
    </>
  );
}

interface VoucherLinkProps {
  readonly place: Place;
  readonly encf: string;
  /** Without it: the latest attempt. */
  readonly attempt?: number;
}

export function VoucherLink({ place, encf, attempt }: VoucherLinkProps) {
  return (
    <Link
      to="/empresas/$companyId/$environment/comprobantes/$encf"
      params={{ ...place, encf }}
      search={attempt === undefined ? {} : { intento: attempt }}
    >
      <Encf text={encf} />
    </Link>
  );
}
