/** How the customer will see the voucher, while a person types. The printed form itself comes when it is signed, with its QR code. */
import { ecfTypes } from '../../../../../ecf/model/ecf-types.js';
import { codigoModificacion } from '../../../../../ecf/codes/indicators.js';
import { issueTexts } from '../../../../texts/issue.js';
import { typedText } from '../../../../shared/exact-json.js';
import { amountText } from '../../../../shared/format.js';
import type { IssueFormState } from '../use-issue-form.js';
import { textAt } from '../put-fields.js';
import { linesIn } from './quick-start.js';

const texts = issueTexts.paper;
/** The preview of a long voucher shows its beginning. */
const shownMax = 30;

export function Paper({ form: { tree, type, draft } }: { readonly form: IssueFormState }) {
  const header = (path: string) => textAt(tree, `ECF.Encabezado.${path}`);
  const reference = (name: string) => textAt(tree, `ECF.InformacionReferencia.${name}`);
  const number = draft.values.number === 'given' ? header('IdDoc.eNCF') : '';
  const lines = linesIn(tree);
  const modified = reference('NCFModificado');
  return (
    <article className="paper" aria-label={texts.label}>
      <header>
        <div>
          <p className="paper-name">{header('Emisor.RazonSocialEmisor')}</p>
          <p>RNC {header('Emisor.RNCEmisor')}</p>
          <p>{header('Emisor.DireccionEmisor')}</p>
          <p>
            {texts.date} {header('Emisor.FechaEmision')}
          </p>
        </div>
        <div className="paper-type">
          <p className="paper-name">{ecfTypes[type].nombre}</p>
          <p>e-NCF: {number === '' ? <em>{texts.numberLater}</em> : number}</p>
          {modified === '' ? null : (
            <>
              <p>
                {texts.modified} <b>{modified}</b>
              </p>
              <p>
                <b>{codigoModificacion.codes.get(reference('CodigoModificacion'))}</b>
              </p>
            </>
          )}
        </div>
      </header>
      <div className="paper-to">
        {header('Comprador.RazonSocialComprador') === '' ? null : (
          <p>
            {texts.customer} <b>{header('Comprador.RazonSocialComprador')}</b>
          </p>
        )}
        {header('Comprador.RNCComprador') === '' ? null : (
          <p>
            {texts.customerRnc} {header('Comprador.RNCComprador')}
          </p>
        )}
      </div>
      <table>
        <thead>
          <tr>
            <th className="number">{texts.quantity}</th>
            <th>{texts.name}</th>
            <th className="number">{texts.price}</th>
            <th className="number">{texts.value}</th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, shownMax).map((line, index) => (
            <tr key={index}>
              <td className="number">{typedText(line['CantidadItem'])}</td>
              <td>{typedText(line['NombreItem'])}</td>
              <td className="number">{amountText(typedText(line['PrecioUnitarioItem']))}</td>
              <td className="number">{amountText(typedText(line['MontoItem']))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > shownMax ? <p>{texts.more(lines.length - shownMax)}</p> : null}
      <div className="paper-end">
        <p className="paper-code">{texts.codeLater}</p>
        <dl>
          <PaperSum name={texts.taxed} value={header('Totales.MontoGravadoTotal')} />
          <PaperSum name={texts.exempt} value={header('Totales.MontoExento')} />
          <PaperSum name={texts.tax} value={header('Totales.TotalITBIS')} />
          <PaperSum name={texts.total} value={header('Totales.MontoTotal')} />
        </dl>
      </div>
      {reference('RazonModificacion') === '' ? null : <p>{reference('RazonModificacion')}</p>}
    </article>
  );
}

function PaperSum({ name, value }: { readonly name: string; readonly value: string }) {
  if (value === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{amountText(value)}</dd>
    </div>
  );
}
