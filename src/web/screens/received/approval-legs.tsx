/** Whether the company's decision about a received voucher has reached its issuer and DGII. */
import type { Received } from '../../api/answers.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Cell, Row, RowHead, Table } from '../../parts/page.js';
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
    <Table label={texts.legs} heads={[texts.leg, texts.legState, es.buyer.attempts, es.buyer.lastAt]}>
      {(['issuer', 'dgii'] as const).map((name) => {
        const { state, status, reason, attempts, lastAt } = approval[name];
        return (
          <Row key={name}>
            <RowHead>{texts.legNames[name]}</RowHead>
            <Cell>
              <Badge tone={tones[state]}>{status}</Badge>
              {reason === null ? null : <div className="soft">{reason}</div>}
            </Cell>
            <Cell>{attempts}</Cell>
            <Cell className="nowrap">{when(lastAt)}</Cell>
          </Row>
        );
      })}
    </Table>
  );
}
