/** What only support and integrators look for: codes, identifiers and each delivery. Folded, because it decides nothing. */
import type { Voucher } from '../../api/answers.js';
import { es } from '../../es.js';
import { Icon } from '../../parts/icon.js';
import { FactList, type Fact } from '../../parts/page.js';
import { Deliveries } from './timeline.js';

const texts = es.voucher;

export function Technical({ voucher }: { readonly voucher: Voucher }) {
  const { temporalUrl, securityCode, xmlSha256, estadoDgii, trackIds, correlationId, attempt } = voucher;
  const facts: readonly Fact[] = [
    [texts.trackIds, trackIds.length === 0 ? null : trackIds.join(', '), 'mono'],
    [texts.securityCode, securityCode === '' ? null : securityCode, 'mono'],
    [texts.dgiiState, estadoDgii === '' ? null : estadoDgii],
    [texts.attempt, String(attempt)],
    [es.vouchers.correlation, correlationId, 'mono'],
    [texts.xmlHash, xmlSha256, 'mono'],
    [
      texts.process,
      temporalUrl === null ? null : (
        <a href={temporalUrl} target="_blank" rel="noreferrer">
          {texts.temporal}
        </a>
      ),
    ],
  ];
  return (
    <details className="card fold">
      <summary>
        <Icon name="next" />
        {texts.technical}
      </summary>
      <FactList facts={facts} />
      <Deliveries voucher={voucher} />
    </details>
  );
}
