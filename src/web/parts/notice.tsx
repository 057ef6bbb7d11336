/** A paragraph that catches the eye, and the messages "failed" and "loading". */
import type { ReactNode } from 'react';
import { messageOf } from '../api/api-error.js';
import { es } from '../es.js';
import { Button } from './button.js';
import { Icon, type IconName } from './icon.js';

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'wait' | 'plain';

const signs: Readonly<Record<Tone, IconName>> = {
  good: 'check',
  warn: 'warning',
  bad: 'cross',
  info: 'information',
  wait: 'pause',
  plain: 'information',
};

interface NoticeProps {
  readonly tone: Tone;
  readonly title?: string;
  readonly children?: ReactNode;
  /** A screen reader reads it aloud at once. */
  readonly urgent?: boolean;
}

export function Notice({ tone, title, children, urgent = false }: NoticeProps) {
  return (
    <div className={`notice ${tone}`} role={urgent ? 'alert' : undefined}>
      <Icon name={signs[tone]} />
      {title === undefined ? null : <strong>{title}</strong>}
      {children === undefined ? null : <div>{children}</div>}
    </div>
  );
}

/** A screen reader reads the text when it appears, which needs the empty region to be on the page before. */
export function Done({ children }: { readonly children: ReactNode }) {
  return <div role="status">{children === undefined ? null : <Notice tone="good">{children}</Notice>}</div>;
}

interface ProblemProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly children?: ReactNode;
}

export function Problem({ error, onRetry, children }: ProblemProps) {
  if (error === undefined || error === null) return null;
  return (
    <Notice tone="bad" urgent>
      <p>{messageOf(error)}</p>
      {children}
      {onRetry === undefined ? null : (
        <Button kind="quiet" onPress={onRetry}>
          {es.actions.retry}
        </Button>
      )}
    </Notice>
  );
}

/** No worker takes vouchers now, so nothing on the page changes until one does. */
export function NotProcessing() {
  return (
    <Notice tone="warn" title={es.processing.title}>
      {es.processing.text}
    </Notice>
  );
}

/** What is below it in the page stays hidden until it is gone (parts.css). */
export function Loading() {
  return (
    <p className="soft loading" role="status">
      {es.loading}
    </p>
  );
}
