/** The head of the page of one voucher, issued or received: the way back, the actions, whose it is, and how much. */
import type { ReactNode } from 'react';
import type { EcfType } from '../../../ecf/model/ecf-types.js';
import { es } from '../../es.js';
import { amount, slashDay } from '../../shared/format.js';
import { CopyIcon } from '../copy.js';
import { Money } from '../money.js';
import { Encf, shortType } from './cells.js';

interface BarProps {
  /** The link back to the list, and what leads through it. */
  readonly way: ReactNode;
  readonly children: ReactNode;
}

export function Bar({ way, children }: BarProps) {
  return (
    <div className="voucher-bar">
      <div className="voucher-way">{way}</div>
      {children}
    </div>
  );
}

interface HeroProps {
  /** A screen reader says it when it changes. */
  readonly state: ReactNode;
  readonly note: string;
  readonly name: string;
  /** The name and the number, by which a screen reader tells it from another one. */
  readonly fullName: string;
  readonly meta: ReactNode;
  readonly voucher: { readonly montoTotal: number; readonly totalITBIS: number | null };
}

export function Hero({ state, note, name, fullName, meta, voucher: { montoTotal, totalITBIS } }: HeroProps) {
  return (
    <div className="hero">
      <div>
        <div className="hero-state">
          <div role="status">{state}</div>
          <span className="soft small">{note}</span>
        </div>
        <h1 aria-label={fullName}>{name}</h1>
        <p className="hero-meta">{meta}</p>
      </div>
      <div className="hero-amount">
        <Money className="figure" text={String(montoTotal)} />
        {totalITBIS === null ? null : (
          <p className="small faint">{es.voucher.withItbis(amount(totalITBIS))}</p>
        )}
      </div>
    </div>
  );
}

interface MetaProps {
  /** Whose RNC it is; absent if that is clear. */
  readonly rncLabel?: string;
  readonly rnc: string;
  readonly type: EcfType;
  readonly encf: string;
  /** `dd-MM-yyyy`. */
  readonly issuedOn: string;
  readonly children?: ReactNode;
}

export function Meta({ rncLabel = 'RNC', rnc, type, encf, issuedOn, children }: MetaProps) {
  return (
    <>
      {rnc === '' ? null : (
        <span>
          {rncLabel} {rnc}
        </span>
      )}
      <span>{shortType(type)}</span>
      <span>
        <Encf text={encf} />
        <CopyIcon text={encf} icon="copy" label={es.voucher.copyEncf} />
      </span>
      {children}
      <span>
        <span className="visually-hidden">{es.vouchers.issued} </span>
        {slashDay(issuedOn)}
      </span>
    </>
  );
}
