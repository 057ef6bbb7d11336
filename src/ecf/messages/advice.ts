/** What a person does about a message of DGII, by the code that dgii-messages.ts gives it. */
import type { Environment } from '../model/environments.js';
import { dgiiPlace } from './dgii-places.js';

type Advice = string | ((environment: Environment) => string);

const adviceByCode: Readonly<Record<string, Advice>> = {
  DGII_ERROR_TRANSITORIO: 'Nada: la DGII pidió intentar de nuevo, y el servicio lo hace solo.',
  DGII_FECHA_FIRMA_INVALIDA:
    'La hora del servicio no es la de la DGII: avise al soporte. El comprobante no tiene la culpa.',
  DGII_NO_DELEGADO: (environment) => `${dgiiPlace(environment).delegate}.`,
  DGII_SECUENCIA_UTILIZADA: (environment) =>
    `La DGII ya tiene ese e-NCF: ${dgiiPlace(environment).lookUp}. Si no es este comprobante, emítalo con otro número.`,
  DGII_CODIGO_SEGURIDAD_INVALIDO: 'Avise al soporte: el resumen y el comprobante no llevan el mismo código.',
  DGII_FIRMA_INVALIDA: 'Compruebe el certificado de la empresa con la DGII; si está bien, avise al soporte.',
  DGII_CERTIFICADO_INVALIDO: 'Importe un certificado vigente de una entidad que la DGII admite.',
  DGII_ESTRUCTURA_INVALIDA: 'Avise al soporte: la DGII no acepta la estructura del archivo.',
  DGII_ARCHIVO_INVALIDO: 'Avise al soporte: la DGII no acepta el archivo o su nombre.',
  DGII_SECUENCIA_NO_AUTORIZADA:
    'Revise en el maestro de comprobantes que el número esté en un rango que la DGII autorizó en este ambiente.',
  DGII_SECUENCIA_VENCIDA:
    'Corrija el vencimiento del rango en el maestro de comprobantes, o emita con un número de otro rango.',
  DGII_REFERENCIA_NO_EMITIDA:
    'El comprobante de NCFModificado no está en la DGII. Envíelo primero, o corrija NCFModificado.',
  DGII_COMPRADOR_INVALIDO: 'Corrija el RNC o la razón social del comprador.',
  DGII_EMISOR_INVALIDO: 'Revise en la DGII que la empresa esté activa y autorizada como emisor electrónico.',
  DGII_TOTALES_INVALIDOS: 'Corrija los totales: no cuadran con las líneas.',
  DGII_CAMPO_INVALIDO: 'Corrija el campo que se indica y emita de nuevo.',
};

/** Null: DGII's own text is all that we know. */
export function adviceOn(code: string, environment: Environment): string | null {
  const advice = adviceByCode[code] ?? null;
  return typeof advice === 'function' ? advice(environment) : advice;
}

/** Codes with advice; a test compares them with those of dgii-messages.ts. */
export const advisedCodes: readonly string[] = Object.keys(adviceByCode);
