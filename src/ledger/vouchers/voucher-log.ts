/**
 * One line in the log for each change of a voucher's state. The process whose write changed the record logs it only after the write succeeded, so no
 * change is logged twice. A line has references and codes only: no amount, no text of DGII, nothing about the buyer.
 */
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { Log } from '../../shared/log.js';
import type { Store } from '../ledger.js';
import type { DocumentRecord } from './document-record.js';
import type { DecisionOutcome } from './operator-decisions.js';

/** The text of every line, to search for. */
export const voucherLine = 'voucher changed';

export function withVoucherLog(store: Store, log: Pick<Log, 'info'>): Store {
  const say = (
    { companyId, environment, encf, attempt, correlationId }: AttemptRef & { correlationId?: string },
    change: Record<string, unknown>,
  ) => log.info({ companyId, environment, encf, attempt, ...change, correlationId }, voucherLine);

  const decided = (action: string, { outcome, document }: DecisionOutcome): void => {
    if (outcome === 'done') say(document, { action, ...stateOf(document) });
  };

  return {
    ...store,

    admit: async (input) => {
      const admission = await store.admit(input);
      const { outcome, document } = admission;
      if (outcome === 'created') say(document, { from: null, to: document.state });
      return admission;
    },

    recordSigned: async (...args) => {
      const document = await store.recordSigned(...args);
      if (document !== undefined) say(document, { from: 'admitted', to: document.state });
      return document;
    },

    signAnew: async (document, now) => {
      const isNew = await store.signAnew(document, now);
      const next = { ...document, attempt: document.attempt + 1 };
      if (isNew) say(next, { from: document.state, to: 'admitted' });
      return isNew;
    },

    recordWaiting: async (...args) => {
      const change = await store.recordWaiting(...args);
      if (change !== undefined) say(change.document, { state: change.document.state, ...change.waiting });
      return change;
    },

    beginDelivery: async (...args) => {
      const [ref, { n, to: dgii }] = args;
      const begun = await store.beginDelivery(...args);
      if (begun) say(ref, { to: 'submitting', delivery: n, dgii });
      return begun;
    },

    beginDeliveryAgain: async (...args) => {
      const [ref, { n, to: dgii }] = args;
      const begun = await store.beginDeliveryAgain(...args);
      if (begun) say(ref, { to: 'submitting', delivery: n, dgii });
      return begun;
    },

    updateDelivery: async (...args) => {
      const [ref, { n }, { outcome, codes, trackId }] = args;
      const updated = await store.updateDelivery(...args);
      if (updated && outcome !== undefined) say(ref, { delivery: n, outcome, codes, trackId });
      return updated;
    },

    recordSubmitted: async (...args) => {
      const [, trackIds] = args;
      const document = await store.recordSubmitted(...args);
      if (document !== undefined) say(document, { to: document.state, trackIds });
      return document;
    },

    recordVerdict: async (...args) => {
      const document = await store.recordVerdict(...args);
      if (document !== undefined) say(document, stateOf(document));
      return document;
    },

    forceDocument: async (...args) => {
      const outcome = await store.forceDocument(...args);
      decided('force', outcome);
      return outcome;
    },

    confirmDocument: async (...args) => {
      const [, { found }] = args;
      const outcome = await store.confirmDocument(...args);
      decided(`confirm-${found}`, outcome);
      return outcome;
    },

    annulDocument: async (...args) => {
      const outcome = await store.annulDocument(...args);
      decided('annul', outcome);
      return outcome;
    },

    lockNumbers: (locker, encfs) =>
      store.lockNumbers(
        { ...locker, onEnded: (document) => say(document, { action: 'annul-range', to: 'refused' }) },
        encfs,
      ),

    closeLocked: (locker, encfs) =>
      store.closeLocked(
        { ...locker, onEnded: (document) => say(document, { action: 'annul-range', to: 'annulled' }) },
        encfs,
      ),
  };
}

function stateOf({ state, verdict }: DocumentRecord): Record<string, unknown> {
  if (verdict === undefined) return { to: state };
  const { trackId, codigoDgii, secuenciaUtilizada, mensajes } = verdict;
  return { to: state, trackId, codigoDgii, codes: mensajes.map(({ codigo }) => codigo), secuenciaUtilizada };
}
