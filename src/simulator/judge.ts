/**
 * DGII's verdict on a received e-CF. Pure: what it needs to know comes in. Messages and codes are those of web services
 * §3.3; where DGII's text is not known the message has code 0, which DGII uses for free text.
 */
import type { Verification } from '../signing/verify.js';
import type { ChainFault } from '../signing/chain.js';
import { structureFault } from './structure.js';
import { textAt, type Element } from './xml-tree.js';

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

/** Content faults ordered by a test: this e-NCF is judged so, once everything before was in order. */
export interface OrderedVerdict {
  readonly encf: string;
  readonly outcome?: 'rejected' | 'conditionally-accepted';
  readonly codigo?: number;
  readonly valor?: string;
  readonly secuenciaUtilizada?: boolean;
}

export interface JudgeInput {
  readonly verification: Verification;
  /** Root as signed; undefined when the signature does not hold. */
  readonly ecf: Element | undefined;
  readonly chainFault: ChainFault | undefined;
  /** Cédula or RNC of the signer. */
  readonly signer: string;
  readonly delegatedFor: readonly string[];
  /** The e-NCF was spent by an earlier document of this issuer. */
  readonly numberUsed: boolean;
  /** Day of reception in Santo Domingo, `yyyy-MM-dd`. */
  readonly today: string;
  readonly ordered: OrderedVerdict | undefined;
}

/** From this amount on a type 32 is sent in full; below, as summary (RFCE) to another service. */
const summaryBelow = 250_000;

export function judge(input: JudgeInput): Verdict {
  const { verification, ecf, signer, ordered } = input;
  // Causes that leave the number free (Descripción técnica, "secuenciaUtilizada").
  if (!verification.ok || ecf === undefined)
    return rejected(false, 0, 'La firma del documento no es válida.');
  if (input.chainFault === 'expired' || input.chainFault === 'not-yet-valid')
    return rejected(false, 0, 'El certificado del firmante no está vigente.');
  if (input.chainFault !== undefined) return rejected(false, 0, 'Tipo de certificado no admitido');
  const structure = structureFault(ecf);
  if (structure !== undefined) return rejected(false, 3, structure);
  const rnc = textAt(ecf, 'Encabezado/Emisor/RNCEmisor');
  if (!input.delegatedFor.includes(rnc))
    return rejected(
      false,
      0,
      `El RNC ${signer} del certificado no está delegado para realizar transacciones para el RNC: ${rnc}`,
    );
  if (input.numberUsed) return rejected(true, 1209, 'El e-NCF indica una secuencia ya utilizada.');
  const expiry = textAt(ecf, 'Encabezado/IdDoc/FechaVencimientoSecuencia');
  if (expiry !== '' && isoDate(expiry) < input.today)
    return rejected(false, 145, 'Fecha de vencimiento de secuencia inválida.');

  // Judgements of content: the number is spent.
  const total = Number(textAt(ecf, 'Encabezado/Totales/MontoTotal'));
  if (textAt(ecf, 'Encabezado/IdDoc/TipoeCF') === '32' && total < summaryBelow)
    return rejected(true, 0, 'Una factura de consumo menor a RD$250,000.00 se remite como resumen (RFCE).');
  if (ordered?.outcome === 'conditionally-accepted') {
    const { codigo = 1385, valor = 'RNCComprador no es válido.' } = ordered;
    return { outcome: 'conditionally-accepted', secuenciaUtilizada: true, mensajes: [{ valor, codigo }] };
  }
  if (ordered !== undefined) {
    const {
      codigo = 1406,
      valor = 'RazonSocialComprador no es válido.',
      secuenciaUtilizada = true,
    } = ordered;
    return rejected(secuenciaUtilizada, codigo, valor);
  }
  return { outcome: 'accepted', secuenciaUtilizada: true, mensajes: [{ valor: '', codigo: 0 }] };
}

function rejected(secuenciaUtilizada: boolean, codigo: number, valor: string): Verdict {
  return { outcome: 'rejected', secuenciaUtilizada, mensajes: [{ valor, codigo }] };
}

/** `d-M-yyyy` → `yyyy-MM-dd`, which sorts. */
function isoDate(text: string): string {
  const [day = '', month = '', year = ''] = text.split('-');
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
