/** DGII's opinion of a receiver's acknowledgement (ARECF): schema, signature, certificate, and whether it names the voucher. */
import type { X509Certificate } from 'node:crypto';
import { subjectSerialNumber } from '../../../src/signing/verify/subject.js';
import { chainFault } from '../../../src/signing/verify/chain.js';
import { verifyXml } from '../../../src/signing/verify/verify.js';
import type { Dgii } from '../dgii.js';
import { identityOf } from '../verdict/delegations.js';
import { readTree, textAt, type Element } from '../verdict/xml-tree.js';

export interface CheckedAcknowledgement {
  /** 0 received, 1 not received; "" when it cannot be read. */
  readonly estado: string;
  /** CodigoMotivoNoRecibido, or "". */
  readonly motivo: string;
  /** In Spanish, as DGII would show them; empty when the acknowledgement is right. */
  readonly mensajes: readonly string[];
}

interface Expected {
  readonly rncEmisor: string;
  readonly rncComprador: string;
  readonly encf: string;
}

export function checkAcknowledgement(
  dgii: Dgii,
  { status, body }: { readonly status: number; readonly body: Buffer },
  expected: Expected,
  now: Date,
): CheckedAcknowledgement {
  const xml = body.toString('utf8');
  const verification = verifyXml(xml, 'dropped');
  const sent = verification.ok ? readTree(verification.content) : withoutSignature(readTree(xml));
  const read = (name: string) => textAt(sent, `DetalleAcusedeRecibo/${name}`);
  const { certificate } = verification.ok ? verification : {};
  const mensajes = [
    ...(status === 200 ? [] : [`El receptor respondió HTTP ${status}`]),
    ...(sent?.name === 'ARECF' ? structureFaults(sent) : ['La respuesta no es un acuse de recibo (ARECF)']),
    ...xsdFaults(dgii, xml),
    ...(verification.ok ? [] : [`La firma del acuse no es válida (${verification.reason})`]),
    ...(certificate === undefined ? [] : signerFaults(dgii, certificate, expected, now)),
    ...differing('RNCEmisor', read('RNCEmisor'), expected.rncEmisor),
    ...differing('RNCComprador', read('RNCComprador'), expected.rncComprador),
    ...differing('eNCF', read('eNCF'), expected.encf),
  ];
  return { estado: read('Estado'), motivo: read('CodigoMotivoNoRecibido'), mensajes };
}

function withoutSignature(root: Element | undefined): Element | undefined {
  return root && { ...root, children: root.children.filter(({ name }) => name !== 'Signature') };
}

const dateTime = /^\d{2}-\d{2}-\d{4} (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** Names, order and values of Formato ARECF v1.0; the schemas check the same in their words. */
function structureFaults(root: Element): string[] {
  const [detail, ...others] = root.children;
  const refused = textAt(detail, 'Estado') === '1';
  const wanted = [
    ...['Version', 'RNCEmisor', 'RNCComprador', 'eNCF', 'Estado'],
    ...(refused ? ['CodigoMotivoNoRecibido'] : []),
    'FechaHoraAcuseRecibo',
  ];
  const names = detail?.children.map(({ name }) => name) ?? [];
  return [
    ...(detail?.name === 'DetalleAcusedeRecibo' && others.length === 0 ? [] : ['Falta DetalleAcusedeRecibo']),
    ...(names.join() === wanted.join() ? [] : [`Elementos ${names.join()}; se esperaban ${wanted.join()}`]),
    ...matching(detail, 'Version', /^1\.0$/),
    ...matching(detail, 'Estado', /^[01]$/),
    ...matching(detail, 'FechaHoraAcuseRecibo', dateTime),
    ...(refused ? matching(detail, 'CodigoMotivoNoRecibido', /^[1-4]$/) : []),
  ];
}

function matching(detail: Element | undefined, name: string, pattern: RegExp): string[] {
  return pattern.test(textAt(detail, name)) ? [] : [`El valor de ${name} no es válido`];
}

function xsdFaults({ schemaFault }: Dgii, xml: string): string[] {
  const fault = schemaFault('ARECF', '', xml);
  return fault === undefined ? [] : [fault];
}

function signerFaults(
  { trusted, delegations }: Dgii,
  certificate: X509Certificate,
  { rncComprador }: Expected,
  now: Date,
): string[] {
  const chain = chainFault(certificate, trusted, now);
  const signer = identityOf(subjectSerialNumber(certificate));
  return [
    ...(chain === undefined ? [] : [`Tipo de certificado no admitido (${chain})`]),
    ...(delegations.of(signer).includes(rncComprador)
      ? []
      : [`El RNC ${signer} del certificado no está delegado por ${rncComprador}`]),
  ];
}

function differing(name: string, value: string, expected: string): string[] {
  return value === expected ? [] : [`${name} es '${value}' y el comprobante tiene '${expected}'`];
}
