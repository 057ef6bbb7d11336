/** What a person or a program may set of an endpoint. */
import { hasHidden } from '../../ecf/hidden-characters.js';
import { isWebhookAddress } from '../../shared/public-address.js';
import { refused, type Refused } from '../../shared/refused.js';

/** Longer addresses than this do not work everywhere. */
const urlCharsMax = 2_000;

export interface AddressRules {
  /** The operator's setting WEBHOOKS_PRIVATE_ADDRESSES. */
  readonly privateAddresses: 'refuse' | 'allow';
}

/** @returns the address as it is called */
export function webhookUrlOf(
  text: string,
  { privateAddresses }: AddressRules,
): { readonly outcome: 'ok'; readonly url: string } | Refused<'WEBHOOK_URL_INVALID'> {
  if (text.length > urlCharsMax || hasHidden(text) || !URL.canParse(text))
    return refused('WEBHOOK_URL_INVALID');
  const url = new URL(text);
  if (!isWebhookAddress(url, privateAddresses)) return refused('WEBHOOK_URL_INVALID');
  url.hash = '';
  return { outcome: 'ok', url: url.href };
}
