/** The list from which a person opened a received voucher, kept as the list of issued ones is (screens/vouchers/list-before.ts). */
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReceivedOf } from '../../api/received.js';
import type { ReceivedSearch } from './filters.js';
import { keyOf, type ReceivedRef } from './received-key.js';

export interface ReceivedBefore {
  /** Its filters and its page. */
  readonly search: ReceivedSearch;
  /** In its order. */
  readonly vouchers: readonly ReceivedRef[];
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    receivedBefore?: ReceivedBefore;
  }
}

export function useReceivedBefore(): ReceivedBefore | undefined {
  return useLocation({ select: ({ state }) => state.receivedBefore });
}

/** Back then leads to the list, however many vouchers the person has seen. */
export function useShowOther({ companyId, environment }: ReceivedOf, list: ReceivedBefore | undefined) {
  const navigate = useNavigate();
  return (key: string) => {
    const other = list?.vouchers.find((one) => keyOf(one) === key);
    if (other === undefined) return;
    void navigate({
      to: '/empresas/$companyId/$environment/recibidos/$rncEmisor/$encf',
      params: { companyId, environment, ...other },
      replace: true,
      state: (state) => state,
    });
  };
}
