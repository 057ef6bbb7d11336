/** Whether an endpoint gets its events, and if not, since when and why. */
import type { Webhook } from '../../api/answers.js';
import { Badge } from '../../parts/badge.js';
import { when } from '../../shared/format.js';
import { events as texts } from '../../texts/events.js';

export function WebhookState({ active, disabledReason, disabledAt, failingSince, onlyProbes }: Webhook) {
  if (!active)
    return (
      <>
        <Badge tone="plain">{texts.disabled}</Badge>
        {disabledAt === null ? null : <span className="small"> {texts.disabledAt(when(disabledAt))}</span>}
        {disabledReason === null ? null : (
          <div className="small">{texts.disabledReasons[disabledReason]}</div>
        )}
      </>
    );
  if (failingSince === null) return <Badge tone="good">{texts.receives}</Badge>;
  return (
    <>
      <Badge tone="bad">{texts.failingSince(when(failingSince))}</Badge>
      {onlyProbes ? <div className="small">{texts.onlyProbes}</div> : null}
    </>
  );
}
