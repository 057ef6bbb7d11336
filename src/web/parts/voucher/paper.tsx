/** A voucher on paper, as the customer sees it: beside the form while a person types, and on the page of the voucher. */
import { Fragment, type CSSProperties, type ReactNode } from 'react';
import { ecfTypes, type EcfType } from '../../../ecf/model/ecf-types.js';
import type { Legend } from '../../../ecf/model/legend.js';
import type { ContentSection, Paper as Size, PrintedFormSettings } from '../../api/answers.js';
import { paper as texts } from '../../texts/paper.js';
import '../../style/paper.css';

/** The text of a field as it is printed; `''`: the voucher does not have it. */
export type ReadField = (section: ContentSection['name'], field: string) => string;

export interface PaperLine {
  readonly quantity: string;
  readonly isExempt: boolean;
  readonly name: string;
  readonly unit?: string | null;
  readonly price: string;
  /** Null: the voucher has no ITBIS, and the paper no such column. */
  readonly itbis: string | null;
  /** `''`: the line has none, as the next. */
  readonly discount: string;
  readonly surcharge: string;
  readonly amount: string;
  /** Printed instead of `amount` if the company has it so. */
  readonly amountWithTaxes: string;
}

/** What a company's own paper has. */
export type CompanyLook = Pick<PrintedFormSettings, 'logo' | 'color' | 'textColor' | 'valueColumn'>;

interface PaperProps {
  readonly label: string;
  readonly type: EcfType;
  readonly encf: ReactNode;
  /** What links to the voucher that this one modifies. Without it: its number. */
  readonly modified?: ReactNode;
  readonly read: ReadField;
  readonly lines: readonly PaperLine[];
  /** What stands below the first lines of a long voucher. */
  readonly more: (shown: number) => ReactNode;
  /** The QR code with its texts, or what is there instead. */
  readonly code: ReactNode;
  readonly legend?: Legend;
  readonly size?: Size;
  /** Of the company that issues it. Without it, the usual one. */
  readonly look?: CompanyLook | undefined;
  /** Below the totals. */
  readonly children?: ReactNode;
}

/** A long voucher shows its beginning. */
const shownMax = 30;

export function Paper(props: PaperProps) {
  const { label, lines, more, code, legend = {}, size = 'letter', look, children } = props;
  const hasTaxes = look !== undefined && look.valueColumn !== 'sin-itbis';
  const shown = lines
    .slice(0, shownMax)
    .map(({ amount, amountWithTaxes, ...line }) => ({ ...line, value: hasTaxes ? amountWithTaxes : amount }));
  const { watermark, sentence } = legend;
  const isReceipt = size === '80mm' || size === '58mm';
  // As the printed form: a receipt is black and has no logo.
  const own = isReceipt ? undefined : look;
  return (
    <article
      className={`paper on-${size}`}
      aria-label={label}
      data-watermark={watermark}
      style={own && colorsOf(own)}
    >
      {watermark === undefined ? null : <p className="visually-hidden">{watermark}</p>}
      {typeof own?.logo === 'string' ? (
        <img className="paper-logo" src={`data:image/png;base64,${own.logo}`} alt={texts.logo} />
      ) : null}
      <PaperHead {...props} />
      <div className="paper-lines">
        {isReceipt ? <ReceiptLines lines={shown} /> : <Lines lines={shown} />}
      </div>
      {more(shown.length)}
      <div className="paper-end">
        {code}
        <Totals read={props.read} />
      </div>
      {sentence === undefined ? null : <p className="paper-note">{sentence}</p>}
      {children}
    </article>
  );
}

function colorsOf({ color, textColor }: CompanyLook) {
  return { '--sheet-accent': color, '--sheet-title': textColor } as CSSProperties;
}

function PaperHead({ type, encf, read, modified }: PaperProps) {
  const address = ['DireccionEmisor', 'Municipio', 'Provincia'].map((field) => read('Emisor', field));
  const changed = read('InformacionReferencia', 'NCFModificado');
  return (
    <>
      <header>
        <div>
          <p className="paper-name">{read('Emisor', 'RazonSocialEmisor')}</p>
          <p>RNC {read('Emisor', 'RNCEmisor')}</p>
          <p>{address.filter((part) => part !== '').join(', ')}</p>
          <Row name={texts.date} value={read('Emisor', 'FechaEmision')} />
        </div>
        <div className="paper-type">
          <p className="paper-name">{ecfTypes[type].nombre}</p>
          <p>
            e-NCF: <b>{encf}</b>
          </p>
          <Row name={texts.expiry} value={read('IdDoc', 'FechaVencimientoSecuencia')} />
          {changed === '' ? null : (
            <>
              <p>
                {texts.modified} <b>{modified ?? changed}</b>
              </p>
              <p>
                <b>{read('InformacionReferencia', 'CodigoModificacion')}</b>
              </p>
            </>
          )}
        </div>
      </header>
      <div className="paper-to">
        <Row name={texts.customer} value={read('Comprador', 'RazonSocialComprador')} strong />
        <Row name={texts.customerRnc} value={read('Comprador', 'RNCComprador')} />
        <Row name={texts.foreigner} value={read('Comprador', 'IdentificadorExtranjero')} />
        <Row name={texts.country} value={read('Comprador', 'PaisComprador')} />
      </div>
    </>
  );
}

interface RowProps {
  readonly name: string;
  readonly value: string;
  readonly strong?: true;
}

function Row({ name, value, strong }: RowProps) {
  if (value === '') return null;
  return (
    <p>
      {name} {strong === true ? <b>{value}</b> : value}
    </p>
  );
}

interface LinesProps {
  readonly lines: readonly (Omit<PaperLine, 'amount' | 'amountWithTaxes'> & { readonly value: string })[];
}

function Lines({ lines }: LinesProps) {
  const hasUnits = lines.some(({ unit }) => typeof unit === 'string');
  const hasItbis = lines.some(({ itbis }) => itbis !== null);
  const hasDiscount = lines.some(({ discount }) => discount !== '');
  const hasSurcharge = lines.some(({ surcharge }) => surcharge !== '');
  return (
    <table>
      <thead>
        <tr>
          <th className="number">{texts.quantity}</th>
          <th>{texts.name}</th>
          {hasUnits ? <th className="unit">{texts.unit}</th> : null}
          <th className="number">{texts.price}</th>
          {hasItbis ? <th className="number">{texts.itbis}</th> : null}
          {hasDiscount ? <th className="number">{texts.discount}</th> : null}
          {hasSurcharge ? <th className="number">{texts.surcharge}</th> : null}
          <th className="number">{texts.value}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={index}>
            <td className="number">{line.quantity}</td>
            <td>{named(line)}</td>
            {hasUnits ? <td className="unit">{line.unit}</td> : null}
            <td className="number">{line.price}</td>
            {hasItbis ? <td className="number">{line.itbis}</td> : null}
            {hasDiscount ? <td className="number">{line.discount}</td> : null}
            {hasSurcharge ? <td className="number">{line.surcharge}</td> : null}
            <td className="number">{line.value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The letter that the printed form has before an exempt line (Decreto 254-06 art. 8). */
function named({ isExempt, name }: Pick<PaperLine, 'isExempt' | 'name'>): string {
  return isExempt ? `E ${name}` : name;
}

/** Two rows for each line and a third for what it seldom has, as on the printed receipt: five columns are too wide for it. */
function ReceiptLines({ lines }: LinesProps) {
  const hasItbis = lines.some(({ itbis }) => itbis !== null);
  const priceColumns = hasItbis ? 1 : 2;
  return (
    <table className="receipt-lines">
      <thead>
        <tr>
          <th className="number">{texts.quantity}</th>
          <th colSpan={2}>{texts.name}</th>
        </tr>
        <tr>
          <th className="number" colSpan={priceColumns}>
            {texts.price}
          </th>
          {hasItbis ? <th className="number">{texts.itbis}</th> : null}
          <th className="number">{texts.value}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ quantity, price, itbis, discount, surcharge, value, ...line }, index) => (
          <Fragment key={index}>
            <tr>
              <td className="number">{quantity}</td>
              <td colSpan={2}>{named(line)}</td>
            </tr>
            <tr>
              <td className="number" colSpan={priceColumns}>
                {price}
              </td>
              {hasItbis ? <td className="number">{itbis}</td> : null}
              <td className="number">{value}</td>
            </tr>
            {discount === '' && surcharge === '' ? null : (
              <tr>
                <td colSpan={3}>
                  {discount === '' ? null : `${texts.discount}: ${discount} `}
                  {surcharge === '' ? null : `${texts.surcharge}: ${surcharge}`}
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function Totals({ read }: { readonly read: ReadField }) {
  const sum = (field: string) => read('Totales', field);
  const foreign = (field: string) => read('OtraMoneda', `${field}OtraMoneda`);
  const currency = read('OtraMoneda', 'TipoMoneda');
  const notBillable = unlessZero(sum('MontoNoFacturable'));
  return (
    <dl>
      <Sum name={texts.taxed} value={sum('MontoGravadoTotal')} />
      <Sum name={texts.exempt} value={sum('MontoExento')} />
      <Sum name={texts.additional} value={sum('MontoImpuestoAdicional')} />
      <Sum name={texts.tax} value={sum('TotalITBIS')} />
      <Sum name={texts.total('RD$')} value={sum('MontoTotal')} total />
      <Sum name={texts.notBillable} value={notBillable} />
      <Sum name={texts.period} value={notBillable === '' ? '' : sum('MontoPeriodo')} />
      <Sum name={texts.taxRetained} value={unlessZero(sum('TotalITBISRetenido'))} />
      <Sum name={texts.incomeTaxRetained} value={unlessZero(sum('TotalISRRetencion'))} />
      {currency === '' ? null : (
        <>
          <Sum name={texts.rate} value={read('OtraMoneda', 'TipoCambio')} />
          <Sum name={texts.in(texts.taxed, currency)} value={foreign('MontoGravadoTotal')} />
          <Sum name={texts.in(texts.exempt, currency)} value={foreign('MontoExento')} />
          <Sum name={texts.in(texts.additional, currency)} value={foreign('MontoImpuestoAdicional')} />
          <Sum name={texts.in(texts.tax, currency)} value={foreign('TotalITBIS')} />
          <Sum name={texts.total(currency)} value={foreign('MontoTotal')} total />
        </>
      )}
    </dl>
  );
}

/** What the printed form leaves out at zero (documents/print/content/totals.ts). */
const unlessZero = (text: string): string => (text === '0.00' ? '' : text);

interface SumProps {
  readonly name: string;
  readonly value: string;
  readonly total?: true;
}

function Sum({ name, value, total }: SumProps) {
  if (value === '') return null;
  return (
    <div className={total === true ? 'paper-total' : undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
