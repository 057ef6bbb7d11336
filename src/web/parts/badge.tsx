/** Shows a state with a sign, a word and a colour; a colour alone would not reach every person. */
import type { ReactNode } from 'react';
import type { DocumentState, WaitingReason } from '../../ecf/model/document-states.js';
import { es } from '../es.js';
import { Icon, type IconName } from './icon.js';
import type { Tone } from './notice.js';

const signs: Readonly<Record<Tone, IconName>> = {
  good: 'check',
  warn: 'remark',
  bad: 'cross',
  info: 'working',
  wait: 'pause',
  plain: 'none',
};

interface BadgeProps {
  readonly tone: Tone;
  /** Absent: the sign of the tone. */
  readonly sign?: IconName;
  readonly children: ReactNode;
}

export function Badge({ tone, sign = signs[tone], children }: BadgeProps) {
  return (
    <span className={`badge ${tone}`}>
      <Icon name={sign} />
      {children}
    </span>
  );
}

const toneOf: Readonly<Record<DocumentState, Tone>> = {
  admitted: 'info',
  signed: 'info',
  submitting: 'info',
  submitted: 'info',
  accepted: 'good',
  'conditionally-accepted': 'warn',
  rejected: 'bad',
  annulled: 'plain',
  refused: 'bad',
};

interface StateProps {
  readonly state: DocumentState;
  readonly status: string;
  readonly reason?: WaitingReason | undefined;
}

export function StateBadge({ state, status, reason }: StateProps) {
  return (
    <>
      <Badge tone={reason === undefined ? toneOf[state] : 'wait'}>
        {reason === undefined ? es.states[state] : status}
      </Badge>
      {reason === undefined ? null : <div className="soft">{es.waiting[reason]}</div>}
    </>
  );
}

/** The delivery of a voucher to its buyer, or of a decision to the issuer or DGII. */
export const deliveryTones = {
  waiting: 'info',
  delivered: 'good',
  refused: 'bad',
  'not-electronic': 'plain',
  'given-up': 'warn',
  stopped: 'plain',
} as const;
