/** What lists of vouchers show of each one, and the list of their types. */
import { Link } from '@tanstack/react-router';
import { ecfTypeList, ecfTypes, type EcfType } from '../../ecf/model/ecf-types.js';
import type { Place } from '../api/vouchers.js';
import { es } from '../es.js';
import { amount, capitalized } from '../shared/format.js';

export const typeOptions = Object.fromEntries(
  ecfTypeList.map((type) => [type, `${type} · ${ecfTypes[type].nombre}`]),
);

/** Leaves out "electrónica": every type is electronic, and the list need not repeat it in each row. */
export function shortType(ecfType: EcfType): string {
  const name = ecfTypes[ecfType].nombre
    .replace(/ electrónic[ao]/, '')
    .replace(/^Comprobante (de |para )?/, '');
  return capitalized(name);
}

export function ShortType({ ecfType }: { readonly ecfType: EcfType }) {
  return (
    <>
      <span className="soft">{ecfType}</span> {shortType(ecfType)}
    </>
  );
}

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
      {encf}
    </Link>
  );
}
