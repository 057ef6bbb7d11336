/**
 * The legend of a printed voucher: the first that matches (Instructivo Contingencia p.5; models 3 and 4; Instructivo Facturador
 * Gratuito pp.37, 45). It depends on the moment of printing: a copy that is printed after acceptance has none.
 */
import { documentStates, type DocumentState } from '../ecf/model/document-states.js';

export interface Legend {
  /** Printed large across the page. */
  readonly watermark?: string;
  /** Printed below the lines. */
  readonly sentence?: string;
}

export interface LegendFacts {
  readonly state: DocumentState;
  readonly signed: boolean;
  /** IndicadorEnvioDiferido. DGII gives it to authorised issuers only. */
  readonly deferred: boolean;
  /** The voucher is issued in contingency: DGII cannot be reached. */
  readonly contingency: boolean;
}

const withoutValue: Legend = { watermark: 'e-CF sin valor fiscal' };
const draft: Legend = { watermark: 'Borrador' };
const deferredSending: Legend = {
  sentence:
    'e-CF emitido en modalidad Envío Diferido, podrá ser consultado para su validez fiscal, a partir de las veinticuatro (24) horas.',
};
const inContingency: Legend = {
  sentence:
    'e-CF emitido en modalidad de Contingencia, el cual podrá ser consultado para su validez fiscal, a partir de las setenta y dos (72) horas.',
};

export function legendOf({ state, signed, deferred, contingency }: LegendFacts): Legend {
  const { accepted } = documentStates[state];
  if (accepted === 0) return withoutValue;
  if (accepted === 1) return {};
  // Without a signature there is no code to consult.
  if (!signed) return draft;
  if (deferred) return deferredSending;
  return contingency ? inContingency : draft;
}
