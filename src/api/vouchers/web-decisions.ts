/** A person's decisions about a voucher that waits. The ledger keeps the note and the person's e-mail with the voucher. */
import { dgiiPlace } from '../../ecf/messages/dgii-places.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import type { Confirmation } from '../../ledger/vouchers/operator-decisions.js';
import { decide, retry, type Decision } from '../../services/vouchers/decide-voucher.js';
import { resend } from '../../services/vouchers/resend-voucher.js';
import { deliverAgain } from '../../services/buyers/deliver-again.js';
import { doneOr } from '../web/operator-refusal.js';
import { WebError } from '../web/web-error.js';
import { post, type RouteDeps, type WebRequest, type WebRoute } from '../web/web-route.js';
import { findVoucher } from './web-voucher.js';
import { voucherRow } from './web-voucher-answer.js';

const path = '/companies/:companyId/:environment/vouchers/:encf';

interface DecisionBody {
  readonly attempt?: number;
  readonly note: string;
  readonly encf: string;
  readonly found: Confirmation['found'];
  /** The deliveries that had ended when the person looked at DGII's virtual office. */
  readonly deliveries: number;
  readonly trackId?: string;
}

export function decisionRoutes(deps: RouteDeps): readonly WebRoute[] {
  /** Temporal may take seconds to wake a voucher's workflow, so it is waited for out of turn, and as a question to a worker is. */
  const waking = (handle: WebRoute['handle']): WebRoute['handle'] => {
    return (request) => deps.limits.questions.run(request.company.companyId, () => handle(request));
  };
  const decideOn = (decisionOf: (body: DecisionBody) => Decision) =>
    waking(async (request) => {
      const body = request.body as DecisionBody;
      const decision = decisionOf(body);
      const document = await latestSeen(deps, request);
      if (decision.action !== 'confirm' && body.encf !== document.encf)
        throw new WebError('ENCF_NOT_RETYPED', { campo: 'encf' });
      const note = { by: request.actor.by, note: body.note };
      const decided = doneOr(await decide(deps, document, decision, note), ({ refusal }) => {
        if (refusal === 'NOTE_INVALID') return { campo: 'note' };
        if (refusal === 'MAY_HAVE_ARRIVED') return { mensaje: mayHaveArrived(document) };
        if (refusal === 'CHANGED_MEANWHILE' && decision.action === 'confirm')
          return { mensaje: changedSinceSeen(document) };
        return refusal === 'TRACK_ID_INVALID' ? { campo: 'trackId' } : {};
      });
      request.leaveTurn();
      const { outcome } = await deps.processes.wake(decided.document);
      return answer(decided.document, outcome === 'woken');
    });
  return [
    post(
      `${path}/retry`,
      { permission: 'decisions', audit: 'voucher.retry' },
      waking(async (request) => {
        const document = await latestSeen(deps, request);
        request.leaveTurn();
        doneOr(await retry(deps, document));
        return answer(document, true);
      }),
    ),
    post(
      `${path}/resend`,
      { permission: 'decisions', audit: 'voucher.resend' },
      waking(async (request) => {
        const { note } = request.body as Pick<DecisionBody, 'note'>;
        const by = request.actor.by;
        const resent = doneOr(
          await resend(deps, await latestSeen(deps, request), { by, note }),
          ({ refusal }) => (refusal === 'NOTE_INVALID' ? { campo: 'note' } : {}),
        );
        request.leaveTurn();
        const { outcome } = await deps.processes.wake(resent.document);
        return answer(resent.document, outcome === 'woken');
      }),
    ),
    post(`${path}/deliver`, { permission: 'decisions', audit: 'voucher.deliver' }, async (request) => {
      doneOr(await deliverAgain(deps, await latestSeen(deps, request)));
      return {};
    }),
    post(
      `${path}/confirm`,
      { permission: 'decisions', audit: 'voucher.confirm' },
      decideOn((body) => ({ action: 'confirm', confirmation: confirmationOf(body) })),
    ),
    post(
      `${path}/force`,
      { permission: 'decisions', audit: 'voucher.force', freshCode: true },
      decideOn(({ deliveries }: Partial<DecisionBody>) => ({ action: 'force', deliveries })),
    ),
    post(
      `${path}/annul`,
      { permission: 'annul', audit: 'voucher.annul', freshCode: true },
      decideOn(({ deliveries }: Partial<DecisionBody>) => ({ action: 'annul', deliveries })),
    ),
  ];
}

function confirmationOf({ found, trackId = '', deliveries }: DecisionBody): Confirmation {
  switch (found) {
    case 'accepted':
      return { found };
    case 'received':
      return { found, trackId, deliveries };
    case 'not-received':
    case 'rejected':
      return { found, deliveries };
  }
}

function changedSinceSeen({ environment }: DocumentRecord): string {
  return `El comprobante avanzó después de lo que usted vio. Mire otra vez ${dgiiPlace(environment).shows} y confirme de nuevo.`;
}

function mayHaveArrived({ environment }: DocumentRecord): string {
  return `La DGII tiene o puede tener el comprobante. Confirme primero lo que muestra ${dgiiPlace(environment).shows}.`;
}

async function latestSeen(deps: RouteDeps, request: WebRequest): Promise<DocumentRecord> {
  const document = await findVoucher(deps, request);
  const { attempt = document.attempt } = (request.body ?? {}) as Partial<DecisionBody>;
  if (attempt !== document.attempt) throw new WebError('ATTEMPT_OVER');
  return document;
}

/** `woken` is false if the voucher's workflow could not be woken; it then finds the decision at its next check. */
function answer(document: DocumentRecord, woken: boolean) {
  return { ...voucherRow(document), woken };
}
