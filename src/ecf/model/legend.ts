/**
 * The legend of a printed voucher. The first rule that matches decides (Instructivo Contingencia p.5; models 3 and 4; Instructivo
 * Facturador Gratuito pp.37, 45). The legend depends on the moment of printing: after acceptance a copy has no legend.
 */
import { legends, unvalidatedSentence } from './contingency.js';
import { documentStates, type DocumentState } from './document-states.js';
import { testNotice, type Environment } from './environments.js';

export interface Legend {
  readonly watermark?: string;
  readonly sentence?: string;
}

export interface LegendFacts {
  readonly state: DocumentState;
  readonly signed: boolean;
  /** The voucher's IndicadorEnvioDiferido. DGII allows it to authorised issuers only. */
  readonly deferred: boolean;
  /** The voucher is printed in contingency (`hasContingencyLegend`). */
  readonly contingency: boolean;
}

const withoutValue: Legend = { watermark: 'e-CF sin valor fiscal' };
const draft: Legend = { watermark: 'Borrador' };

export function legendOf({ state, signed, deferred, contingency }: LegendFacts): Legend {
  const { accepted } = documentStates[state];
  if (accepted === 0) return withoutValue;
  if (accepted === 1) return {};
  // The sentences say that the voucher can be consulted at DGII, and an unsigned voucher has no code for that.
  if (!signed) return draft;
  if (deferred) return { sentence: legends.deferred.leyenda };
  if (contingency) return { sentence: legends.contingency.leyenda };
  // Its bytes are final, so it is no draft.
  return state === 'submitted' ? { sentence: unvalidatedSentence } : draft;
}

/**
 * The legend with the notice that a voucher of pre-certification is a test. Vouchers of certification look like those of production, because
 * DGII checks their printed forms (Proceso de certificación p.13).
 */
export function withTestNotice(legend: Legend, environment: Environment): Legend {
  if (environment !== 'pre-certification') return legend;
  const { sentence } = legend;
  return { ...legend, sentence: sentence === undefined ? testNotice : `${testNotice} ${sentence}` };
}
