/** The pages behind the QR codes: consultatimbre and consultatimbrefc (Descripción técnica pp. 40-43; web services §3.5). */
import type { Dgii } from '../dgii.js';
import { bestOf, isFinal, type Query } from './queries.js';
import type { Reception } from '../record.js';
import { escape, html, type Reply } from '../http/reply.js';

/** Every value in the address must match the voucher. Parameter names are not case-sensitive. */
export function timbreOf(
  dgii: Dgii,
  { environment, parameters }: Pick<Query, 'environment' | 'parameters'>,
  service: Reception['service'],
): Reply {
  const { record, clock } = dgii;
  const given = (name: string) => parameters.get(name) ?? '';
  const rnc = given('rncemisor');
  const now = clock();
  const found = bestOf(
    record
      .ofNumber(environment, rnc, given('encf').toUpperCase())
      .filter((reception) => reception.service === service && isFinal(dgii, reception, now))
      .filter(
        ({ datos }) => datos.codigoSeguridad !== '' && datos.codigoSeguridad === given('codigoseguridad'),
      )
      .filter(({ datos }) => sameAmount(datos.montoTotal, given('montototal')))
      .filter(
        ({ datos }) =>
          service === 'recepcionfc' ||
          (datos.fechaEmision === given('fechaemision') &&
            datos.fechaFirma === given('fechafirma') &&
            datos.rncComprador === given('rnccomprador')),
      ),
  );
  const title = 'Consulta Timbre';
  if (found === undefined) return html(200, title, '<p>No fue encontrada la factura (e-CF)</p>');
  const { datos, encf, verdict } = found;
  const rows =
    service === 'recepcionfc'
      ? [
          ['RNC Emisor', rnc],
          ['Razón Social', datos.razonSocialEmisor],
          ['e-NCF', encf],
        ]
      : [
          ['RNC Emisor', rnc],
          ['Razón social emisor', datos.razonSocialEmisor],
          ['RNC Comprador', datos.rncComprador],
          ['Razón social comprador', datos.razonSocialComprador],
          ['e-NCF', encf],
          ['Fecha de Emisión', datos.fechaEmision],
          ['Total de ITBIS', datos.totalITBIS],
          ['Monto Total', datos.montoTotal],
        ];
  // On this page a conditional acceptance also reads Aceptado.
  rows.push(['Estado', verdict.outcome === 'rejected' ? 'Rechazado' : 'Aceptado']);
  const table = rows
    .map(([name = '', value = '']) => `<tr><th>${escape(name)}</th><td>${escape(value)}</td></tr>`)
    .join('');
  return html(200, title, `<table>${table}</table>`);
}

/** Genuine addresses were seen with `02.11`, `53100` and `53100.00`. */
function sameAmount(a: string, b: string): boolean {
  return a !== '' && b !== '' && Number(a) === Number(b);
}
