/** What distinguishes a received voucher from others: two issuers may use the same e-NCF. */
import type { Received } from '../../api/answers.js';

export type ReceivedRef = Pick<Received, 'rncEmisor' | 'encf'>;

export const keyOf = ({ rncEmisor, encf }: ReceivedRef): string => `${rncEmisor}-${encf}`;
