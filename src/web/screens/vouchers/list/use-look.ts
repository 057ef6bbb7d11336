/** The drawer of the voucher list. Its address names the voucher, so Back closes it and a link opens it. */
import { useNavigate, useRouter } from '@tanstack/react-router';
import type { Place } from '../../../api/vouchers.js';
import { focusRow, useListKeys } from '../../../parts/list/use-list-keys.js';
import type { ListSearch } from '../filters.js';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page before this one is the same list without the drawer. */
    hasListBefore?: boolean;
  }
}

interface LookOptions {
  readonly place: Place;
  readonly search: ListSearch;
  /** The e-NCFs of the list, in its order. */
  readonly keys: readonly string[];
  readonly onChoose: (encf: string) => void;
  /** Esc, while no drawer is open. @returns whether anything was chosen */
  readonly onClear: () => boolean;
}

export function useLook({ place, search, keys, onChoose, onClear }: LookOptions) {
  const router = useRouter();
  const navigate = useNavigate();
  const { ver: shown, ...listed } = search;
  const listBefore = { search: listed, encfs: keys };
  const to = '/empresas/$companyId/$environment/comprobantes';
  const show = (next: string) =>
    void navigate({
      to,
      params: place,
      search: { ...listed, ver: next },
      replace: true,
      resetScroll: false,
      state: (before) => before,
    });
  const close = () => {
    if (shown === undefined) return onClear();
    focusRow(shown);
    // Otherwise Back would lead to the same list once more.
    if (router.state.location.state.hasListBefore === true) router.history.back();
    else void navigate({ to, params: place, search: listed, replace: true, resetScroll: false });
    return true;
  };
  useListKeys({
    keys,
    shown,
    onShow: show,
    onOpen: (encf) =>
      void navigate({
        to: `${to}/$encf`,
        params: { ...place, encf },
        state: { listBefore },
      }),
    onChoose,
    onClose: close,
  });
  return {
    /** What the page of a voucher keeps of this list. */
    listBefore,
    close: () => void close(),
    move: (step: 1 | -1) => {
      const next = keys[keys.indexOf(shown ?? '') + step];
      if (next !== undefined) show(next);
    },
  };
}
