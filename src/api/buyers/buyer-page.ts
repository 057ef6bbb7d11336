/** The page behind a buyer's link, in plain HTML without scripts: the voucher's facts, its state now, and its PDF. */
import { createHash } from 'node:crypto';
import { withHiddenShown } from '../../ecf/hidden-characters.js';
import { amountOf, shownMoney } from '../../ecf/model/amounts.js';
import { documentStates } from '../../ecf/model/document-states.js';
import { ecfTypes, parseEcfType } from '../../ecf/model/ecf-types.js';
import { testNotice } from '../../ecf/model/environments.js';
import type { Company } from '../../ledger/companies/company.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';

const style = `body{font:16px/1.5 system-ui,sans-serif;color:#222;max-width:36rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.3rem}dl{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1rem}dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}
.estado{padding:.6rem 1rem;border-left:.3rem solid #3f7f86;background:#f2f6f6}
@media (max-width:26rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** The page loads and runs nothing, apart from this one style. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export function buyerPage(document: DocumentRecord, company: Company, token: string): string {
  const { encf, rncEmisor, rncComprador, fechaEmision, montoTotal, signed } = document;
  // The company may have another name since. The voucher and its PDF keep theirs.
  const { razonSocialEmisor = company.razonSocial } = document;
  const type = parseEcfType(document.tipoeCF);
  const title = type === undefined ? 'Comprobante fiscal electrónico' : ecfTypes[type].nombre;
  const rows: readonly (readonly [string, string])[] = [
    ['e-NCF', encf],
    ['Emisor', razonSocialEmisor],
    ['RNC del emisor', rncEmisor],
    ['RNC del comprador', rncComprador],
    ['Fecha de emisión', fechaEmision],
    ['Monto total', `RD$ ${shownMoney(amountOf(montoTotal))}`],
    ['Código de seguridad', signed?.securityCode ?? ''],
    ['Fecha de firma digital', signed?.fechaFirma ?? ''],
  ];
  const list = rows
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`);
  return page(
    `${title} ${encf}`,
    `<h1>${title}</h1>
<p class="estado">${stateText(document)}</p>
<dl>
${list.join('\n')}
</dl>
<p><a href="${token}/pdf">Representación impresa (PDF)</a> · <a href="${token}/pdf?format=80mm">Recibo de 80 mm (PDF)</a></p>`,
  );
}

/** The same page for a link that never existed, was revoked, or is incomplete. */
export const notFoundPage = page(
  'No encontrado',
  '<h1>No encontrado</h1>\n<p>El enlace no corresponde a un comprobante, o ya no es válido. Pida otro al emisor.</p>',
);

function stateText({ state, environment }: DocumentRecord): string {
  const { status, accepted, final } = documentStates[state];
  const test = environment === 'production' ? '' : ` ${testNotice}`;
  if (accepted === 1) return `Estado en la DGII: <strong>${status}</strong>.${test}`;
  if (final) return `Estado: <strong>${status}</strong>. No tiene valor fiscal.`;
  return `Estado: <strong>pendiente</strong>. La DGII todavía no ha dado un resultado.${test}`;
}

function page(title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="es-DO">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return withHiddenShown(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
