/**
 * The buyer that DGII imitates in pre-certification (`/testecf/emisorreceptor/fe/…`). It answers vouchers with a signed
 * acknowledgement, and commercial approvals with 200 or 400 (web services §3.7).
 */
import { openPem, type SigningCertificate } from '../../../src/signing/keys/certificate.js';
import { signXml } from '../../../src/signing/keys/sign-xml.js';
import { createAuthority, issueCertificate } from '../test-authority.js';
import { readPosted, type PostedDependencies } from '../http/posted.js';
import type { Post, ReceptionDependencies } from './reception.js';
import { sha256Of, type ReceptionRecord } from '../record.js';
import { empty, escape, json, santoDomingo, type Reply } from '../http/reply.js';
import { structureFault } from '../verdict/structure.js';
import { textAt } from '../verdict/xml-tree.js';

/** CodigoMotivoNoRecibido (Formato ARECF v1.0 p. 5). */
const motivos = { specification: '1', signature: '2', duplicate: '3', buyer: '4' } as const;

export interface Buyer {
  /** Receives a voucher and returns the acknowledgement (ARECF), also when it does not accept the voucher. */
  receive(post: Post): Promise<Reply>;
  /** Receives a commercial approval of a voucher that the imitated issuer sent. */
  approve(post: Post): Promise<Reply>;
}

export function createBuyer(
  dependencies: PostedDependencies &
    Pick<ReceptionDependencies, 'clock'> & { readonly record: ReceptionRecord },
): Buyer {
  const { record, clock } = dependencies;
  let own: SigningCertificate | undefined;

  return {
    async receive({ environment, upload }) {
      const at = clock();
      const posted = readPosted(upload, dependencies, at);
      if ('valor' in posted) return json(posted.status, posted.valor);
      const { root } = posted;
      const rncEmisor = textAt(root, 'Encabezado/Emisor/RNCEmisor');
      const rncComprador = textAt(root, 'Encabezado/Comprador/RNCComprador');
      const encf = textAt(root, 'Encabezado/IdDoc/eNCF');
      const known = record
        .others()
        .some(
          (one) =>
            one.kind === 'to-buyer' && one.rncEmisor === rncEmisor && one.encf === encf && one.motivo === '',
        );
      const motivo =
        root === undefined || posted.chainFault !== undefined
          ? motivos.signature
          : structureFault(root) !== undefined
            ? motivos.specification
            : known
              ? motivos.duplicate
              : rncComprador === ''
                ? motivos.buyer
                : '';
      const what = { environment, service: 'receptorrecepcion', sha256: sha256Of(posted.bytes) } as const;
      await record.keep(
        { kind: 'to-buyer', at: at.toISOString(), ...what, rncEmisor, encf, motivo },
        posted.bytes,
      );
      own ??= ownCertificate();
      const body = signXml(acknowledgement({ rncEmisor, rncComprador, encf, motivo }, at), own);
      return { status: 200, contentType: 'application/xml; charset=utf-8', body };
    },

    async approve({ environment, upload }) {
      const at = clock();
      const posted = readPosted(upload, dependencies, at);
      if ('valor' in posted) return json(posted.status, posted.valor);
      const { root, bytes } = posted;
      const read = (name: string) => textAt(root, `DetalleAprobacionComercial/${name}`);
      const fits = root?.name === 'ACECF' && ['1', '2'].includes(read('Estado'));
      const what = { environment, service: 'receptoraprobacion', sha256: sha256Of(bytes) } as const;
      const of = { rncEmisor: read('RNCEmisor'), encf: read('eNCF') };
      const motivo = fits ? '' : motivos.specification;
      await record.keep({ kind: 'to-buyer', at: at.toISOString(), ...what, ...of, motivo }, bytes);
      return empty(fits ? 200 : 400);
    },
  };
}

interface Acknowledged {
  readonly rncEmisor: string;
  readonly rncComprador: string;
  readonly encf: string;
  readonly motivo: string;
}

function acknowledgement({ rncEmisor, rncComprador, encf, motivo }: Acknowledged, at: Date): string {
  const [date = '', time = ''] = santoDomingo(at).toISOString().slice(0, 19).split('T');
  const [year = '', month = '', day = ''] = date.split('-');
  const element = (name: string, value: string) => `<${name}>${escape(value)}</${name}>`;
  return (
    '<?xml version="1.0" encoding="utf-8"?><ARECF xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
    'xmlns:xsd="http://www.w3.org/2001/XMLSchema"><DetalleAcusedeRecibo>' +
    element('Version', '1.0') +
    element('RNCEmisor', rncEmisor) +
    element('RNCComprador', rncComprador) +
    element('eNCF', encf) +
    element('Estado', motivo === '' ? '0' : '1') +
    (motivo === '' ? '' : element('CodigoMotivoNoRecibido', motivo)) +
    element('FechaHoraAcuseRecibo', `${day}-${month}-${year} ${time}`) +
    '</DetalleAcusedeRecibo></ARECF>'
  );
}

/** Made on first use: the imitated buyer belongs to no company. */
function ownCertificate(): SigningCertificate {
  const authority = createAuthority('AUTORIDAD DEL COMPRADOR IMITADO');
  const issued = issueCertificate(authority, {
    commonName: 'COMPRADOR IMITADO',
    serialNumber: 'IDCDO-00000000000',
  });
  const opened = openPem(issued.certificatePem, issued.privateKeyPem);
  if (!opened.ok) throw new Error(`The imitated buyer's certificate does not open: ${opened.reason}`);
  return opened.certificate;
}
