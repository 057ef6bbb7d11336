/** Whether the company's decision about a received voucher has reached its issuer and DGII. */
import type { Received } from '../../api/answers.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Table } from '../../parts/page.js';
import { when } from '../../shared/format.js';

const texts = es.received;
const tones = {
  waiting: 'info',
  delivered: 'good',
  refused: 'bad',
  'not-electronic': 'plain',
  'given-up': 'warn',
} as const;

export function ApprovalLegs({ received }: { readonly received: Received }) {
  const { approval } = received;
  if (approval === null) return null;
  return (
    <Table
      label={texts.legs}
      rows={['issuer', 'dgii'] as const}
      keyOf={(name) => name}
      columns={[
        [texts.leg, (name) => texts.legNames[name]],
        [
          texts.legState,
          (name) => {
            const { state, status, reason } = approval[name];
            return (
              <>
                <Badge tone={tones[state]}>{status}</Badge>
                {reason === null ? null : <div className="soft">{reason}</div>}
              </>
            );
          },
        ],
        [es.buyer.attempts, (name) => approval[name].attempts],
        [es.buyer.lastAt, (name) => when(approval[name].lastAt), 'nowrap'],
      ]}
    />
  );
}
