/** Builds and signs a buyer's acknowledgement (ARECF, Formato ARECF v1.0), also in the forms that differ from the format. */
import type { SigningCertificate } from '../../../src/signing/keys/certificate.js';
import { signXml } from '../../../src/signing/keys/sign-xml.js';
import { element, localDateTime } from '../http/reply.js';

export interface Acknowledged {
  readonly rncEmisor: string;
  readonly rncComprador: string;
  readonly encf: string;
  /** CodigoMotivoNoRecibido; `""` when the buyer accepts the voucher. */
  readonly motivo: string;
}

export type AcknowledgementForm =
  /** Without declaration, indented after it was signed, as DGII's own tools do. */
  | 'indented'
  /** `<CodigoMotivoNoRecibido/>` although the voucher is accepted. */
  | 'empty-reason'
  | 'lower-case'
  | 'unsigned'
  | 'altered'
  | 'other-voucher';

export function acknowledgementOf(
  acknowledged: Acknowledged,
  at: Date,
  certificate: SigningCertificate,
  form?: AcknowledgementForm,
): string {
  const xml = build(acknowledged, at, form);
  if (form === 'unsigned') return xml;
  const signed = signXml(xml, certificate);
  switch (form) {
    case 'indented':
      return signed.replace(/^<\?[^>]*>/, '').replaceAll('><', '>\n  <');
    case 'altered':
      return signed.replace('<Version>1.0<', '<Version>1.1<');
    default:
      return signed;
  }
}

function build(
  { rncEmisor, rncComprador, encf, motivo }: Acknowledged,
  at: Date,
  form?: AcknowledgementForm,
): string {
  const named = form === 'other-voucher' ? nextOf(encf) : encf;
  const reason = motivo === '' ? '' : element('CodigoMotivoNoRecibido', motivo);
  const xml =
    '<ARECF xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
    'xmlns:xsd="http://www.w3.org/2001/XMLSchema"><DetalleAcusedeRecibo>' +
    element('Version', '1.0') +
    element('RNCEmisor', rncEmisor) +
    element('RNCComprador', rncComprador) +
    element('eNCF', named) +
    element('Estado', motivo === '' ? '0' : '1') +
    (form === 'empty-reason' && motivo === '' ? '<CodigoMotivoNoRecibido/>' : reason) +
    element('FechaHoraAcuseRecibo', localDateTime(at)) +
    '</DetalleAcusedeRecibo></ARECF>';
  const cased = form === 'lower-case' ? xml.replace(/<\/?\w+/g, (tag) => tag.toLowerCase()) : xml;
  return `<?xml version="1.0" encoding="utf-8"?>${cased}`;
}

function nextOf(encf: string): string {
  const serial = String(Number(encf.slice(3)) + 1);
  return encf.slice(0, 3) + serial.padStart(encf.length - 3, '0');
}
