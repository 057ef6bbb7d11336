/** DGII's verdict on a received e-CF or RFCE, with the messages and codes of web services §3.3; code 0 is free text. */
import type { Environment } from '../../../src/ecf/model/environments.js';
import type { ChainFault } from '../../../src/signing/verify/chain.js';
import type { Verification } from '../../../src/signing/verify/verify.js';
import type { NumberState } from './sequences.js';
import type { OrderedVerdict, Settings, TaxpayerProblem } from '../settings.js';
import { structureFault } from './structure.js';
import { find, textAt, type Element } from './xml-tree.js';

export type Outcome = 'accepted' | 'conditionally-accepted' | 'rejected';

export interface Message {
  readonly valor: string;
  readonly codigo: number;
}

export interface Verdict {
  readonly outcome: Outcome;
  readonly secuenciaUtilizada: boolean;
  readonly mensajes: readonly Message[];
}

export const outcomes = {
  accepted: { codigo: 1, estado: 'Aceptado' },
  rejected: { codigo: 2, estado: 'Rechazado' },
  'conditionally-accepted': { codigo: 4, estado: 'Aceptado Condicional' },
} as const satisfies Record<Outcome, { codigo: number; estado: string }>;

export const inProcess = { codigo: 3, estado: 'En Proceso' } as const;

export interface Finding extends Message {
  readonly effect: 'conditional' | 'rejected';
}

export interface VerdictInput {
  readonly environment: Environment;
  readonly document: 'ECF' | 'RFCE';
  readonly verification: Verification;
  readonly root: Element | undefined;
  readonly chainFault: ChainFault | undefined;
  readonly signer: string;
  readonly delegatedFor: readonly string[];
  readonly schemaFault: string | undefined;
  readonly issuer: TaxpayerProblem | undefined;
  readonly sequence: NumberState;
  readonly annulled: boolean;
  /** Whether an earlier document of this issuer spent the e-NCF. `same-code`: an RFCE with the same security code did. */
  readonly used: 'no' | 'yes' | 'same-code';
  readonly knownCodes: readonly string[];
  /** The E-series voucher that a note refers to, if that voucher was never accepted; otherwise `""`. */
  readonly unknownReference: string;
  readonly signedAhead: boolean;
  readonly findings: readonly Finding[];
  readonly ordered: OrderedVerdict | undefined;
  readonly settings: Pick<Settings, 'usedNumberCode' | 'burning'>;
}

/** A type 32 from this amount on is sent in full. A smaller one is sent as a summary (RFCE) to another service. */
export const summaryBelow = 250_000;

export function decideVerdict(input: VerdictInput): Verdict {
  const verdict = atTheDoor(input) ?? onContent(input);
  const burns = verdict.outcome === 'rejected' && input.settings.burning === 'always';
  return burns ? { ...verdict, secuenciaUtilizada: true } : verdict;
}

/** Faults that leave the number free (Descripción técnica pp. 18 and 25), and faults of the number itself. */
function atTheDoor(input: VerdictInput): Verdict | undefined {
  const { verification, root, signer, document, settings } = input;
  if (!verification.ok || root === undefined) return free(0, 'La firma del documento no es válida.');
  if (input.chainFault === 'expired' || input.chainFault === 'not-yet-valid')
    return free(0, 'El certificado del firmante no está vigente.');
  if (input.chainFault !== undefined) return free(0, 'Tipo de certificado no admitido');
  const structure = input.schemaFault ?? structureFault(root, document) ?? tooManyLines(root);
  if (structure !== undefined) return free(3, structure);
  const rnc = textAt(root, 'Encabezado/Emisor/RNCEmisor');
  if (input.issuer !== undefined) return free(0, issuerTexts[input.issuer]);
  if (!input.delegatedFor.includes(rnc))
    return free(
      0,
      `El RNC ${signer} del certificado no está delegado para realizar transacciones para el RNC: ${rnc}`,
    );
  if (input.used === 'same-code') return spent(0, sameCodeText);
  if (input.used === 'yes')
    return spent(
      settings.usedNumberCode,
      settings.usedNumberCode === 135
        ? 'Número de secuencia no autorizada'
        : 'El e-NCF indica una secuencia ya utilizada.',
    );
  if (input.annulled) return spent(135, 'Número de secuencia no autorizada');
  if (input.sequence === 'unauthorized' && !isAcceptedUnauthorized(input, root))
    return free(75, unauthorizedText);
  if (input.sequence === 'expired') return free(145, expiryText);
  if (input.sequence === 'other-expiry') return spent(145, expiryText);
  return undefined;
}

/**
 * DGII's schema of a type 32 has 1,000 lines. The schemas here let 10,000 pass, because one below 250,000.00, which is not sent, may have as
 * many (Formato e-CF v1.0 note 48).
 */
const consumerLinesMax = 1000;

function tooManyLines(root: Element): string | undefined {
  const lines = find(root, 'DetallesItems')?.children.length ?? 0;
  return textAt(root, 'Encabezado/IdDoc/TipoeCF') === '32' && lines > consumerLinesMax
    ? `The element 'DetallesItems' has invalid child element 'Item'.`
    : undefined;
}

/** Pre-certification was seen to accept a consumption invoice with such a number. Elsewhere DGII's document counts (p. 18). */
function isAcceptedUnauthorized({ environment }: VerdictInput, root: Element): boolean {
  return environment === 'pre-certification' && textAt(root, 'Encabezado/IdDoc/TipoeCF') === '32';
}

/** From here on the number is spent, whatever is found. */
function onContent({ root, document, sequence, findings, ordered, ...input }: VerdictInput): Verdict {
  const total = Number(textAt(root, 'Encabezado/Totales/MontoTotal'));
  const summary = textAt(root, 'Encabezado/IdDoc/TipoeCF') === '32' && total < summaryBelow;
  if (document === 'ECF' && summary)
    return spent(0, 'Una factura de consumo menor a RD$250,000.00 se remite como resumen (RFCE).');
  if (document === 'RFCE' && !summary)
    return spent(0, 'Una factura de consumo desde RD$250,000.00 se remite completa.');
  const code = textAt(root, 'Encabezado/CodigoSeguridadeCF');
  if (document === 'RFCE' && input.knownCodes.length > 0 && !input.knownCodes.includes(code))
    return spent(0, 'La firma del e-CF no coincide con el código de seguridad indicado en el Resumen.');
  if (input.signedAhead) return spent(0, 'La FechaHoraFirma es posterior a la fecha de recepción.');
  if (input.unknownReference !== '')
    return spent(
      614,
      `El eNCF modificado no ha sido emitido. El eNCF ${input.unknownReference} especificado en NCFModificado no es válido.`,
    );
  if (ordered !== undefined) return asOrdered(ordered);
  const refusals = findings.filter(({ effect }) => effect === 'rejected');
  if (refusals.length > 0)
    return { outcome: 'rejected', secuenciaUtilizada: true, mensajes: refusals.map(messageOf) };
  const conditions = findings.map(messageOf);
  if (sequence === 'unauthorized') conditions.unshift({ valor: unauthorizedText, codigo: 75 });
  if (conditions.length > 0)
    return { outcome: 'conditionally-accepted', secuenciaUtilizada: true, mensajes: conditions };
  return { outcome: 'accepted', secuenciaUtilizada: true, mensajes: [{ valor: '', codigo: 0 }] };
}

function asOrdered(ordered: OrderedVerdict): Verdict {
  if (ordered.outcome === 'conditionally-accepted') {
    const { codigo = 1385, valor = 'RNCComprador no es válido.' } = ordered;
    return { outcome: 'conditionally-accepted', secuenciaUtilizada: true, mensajes: [{ valor, codigo }] };
  }
  const { codigo = 1406, valor = 'RazonSocialComprador no es válido.', secuenciaUtilizada = true } = ordered;
  return { outcome: 'rejected', secuenciaUtilizada, mensajes: [{ valor, codigo }] };
}

const sameCodeText = 'La combinación e-NCF y código de seguridad ya han sido utilizados';
const expiryText = 'Fecha de vencimiento de secuencia inválida.';
const unauthorizedText = 'Número de secuencia no autorizada.';
const issuerTexts = {
  unknown: 'El RNC Emisor no existe.',
  'not-electronic': 'El RNC Emisor del comprobante no corresponde a un emisor electrónico.',
  inactive: 'El RNC Emisor no se encuentra activo.',
} as const satisfies Record<TaxpayerProblem, string>;

/** A rejection for this reason may only say that the voucher had arrived before. */
export function saysUsed({ codigo, valor }: Message): boolean {
  return codigo === 1209 || codigo === 135 || valor === sameCodeText;
}

function messageOf({ valor, codigo }: Finding): Message {
  return { valor, codigo };
}

function free(codigo: number, valor: string): Verdict {
  return { outcome: 'rejected', secuenciaUtilizada: false, mensajes: [{ valor, codigo }] };
}

function spent(codigo: number, valor: string): Verdict {
  return { outcome: 'rejected', secuenciaUtilizada: true, mensajes: [{ valor, codigo }] };
}
