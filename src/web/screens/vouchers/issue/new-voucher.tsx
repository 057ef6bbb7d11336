/** Reads what a new voucher starts from, and shows its form. */
import { lazy, Suspense, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { localDate } from '../../../../ecf/model/dates.js';
import { documentStates } from '../../../../ecf/model/document-states.js';
import { isNote } from '../../../../ecf/model/ecf-types.js';
import type { Voucher, VoucherDraft } from '../../../api/answers.js';
import { companyQuery } from '../../../api/companies.js';
import { sequencesQuery } from '../../../api/numbers.js';
import { jsonQuery, listVouchers, noteBasisQuery, voucherQuery, type Place } from '../../../api/vouchers.js';
import { Loading, Problem } from '../../../parts/notice.js';
import { useNow } from '../../../shared/use-now.js';
import { useSession } from '../../../shell/use-session.js';
import { lastType, typeWithNumbers } from './first-type.js';
import { noteText, type NoteStart } from './note/note-start.js';
import { quickStart, sellerIn } from './quick/quick-start.js';
import { copyOf, emptyVoucher, type Issuer } from './start-voucher.js';
import type { Started } from './started.js';
import '../../../style/issue.css';

/** The largest part of the application arrives while the company and the numbers are being read. */
const IssueForm = lazy(async () => ({ default: (await import('./issue-form.js')).IssueForm }));

interface NewVoucherProps {
  readonly place: Place;
  readonly started: Started;
  readonly layout: 'all' | 'quick';
  /** The form goes on with this draft, which began with `started`. */
  readonly draft?: VoucherDraft;
}

export function NewVoucher({ place, started, layout, draft }: NewVoucherProps) {
  const { copia, intento, repite = false, mismo = false, tipo, codigo } = started;
  const { person } = useSession();
  const now = useNow();
  const company = useQuery(companyQuery(place.companyId));
  const copied = useQuery({ ...jsonQuery(place, copia ?? '', intento ?? 0), enabled: copia !== undefined });
  const isNoteOn = copia !== undefined && isNote(tipo);
  const content = useMemo(
    () => (isNoteOn && copied.data !== undefined ? (JSON.parse(copied.data) as unknown) : undefined),
    [isNoteOn, copied.data],
  );
  const isOtherNumber = copia !== undefined && !isNoteOn && !repite && !mismo;
  const original = useQuery({
    ...voucherQuery(place, copia ?? ''),
    enabled: isNoteOn || isOtherNumber,
  });
  // What earlier notes left of the voucher decides what a new one may take.
  const basis = useQuery({ ...noteBasisQuery(place, copia ?? ''), enabled: isNoteOn });
  const known = tipo ?? lastType(person.personId, place.companyId);
  const isEmpty = copia === undefined && draft === undefined;
  const asksNumbers = isEmpty && known === undefined;
  const sequences = useQuery({ ...sequencesQuery(place), enabled: asksNumbers });
  const seller = useSeller(place, layout === 'quick' && isEmpty);
  // If only a repeated query failed, the form stays with everything that was typed.
  const failed = [company, copied, original, basis].find(({ isLoadingError }) => isLoadingError);
  if (failed !== undefined) return <Problem error={failed.error} onRetry={() => void failed.refetch()} />;
  if (company.data === undefined || (copia !== undefined && copied.data === undefined)) return <Loading />;
  if ((isNoteOn || isOtherNumber) && original.data === undefined) return <Loading />;
  if (isNoteOn && basis.data === undefined) return <Loading />;
  // The numbers only suggest a type, so the form does not wait for another attempt to read them.
  if (asksNumbers && sequences.isPending && sequences.failureCount === 0) return <Loading />;
  if (seller.isPending) return <Loading />;
  const { rnc, razonSocial } = company.data;
  const issuer: Issuer = { rnc, razonSocial, today: localDate(now) };
  const noteOn: NoteStart | undefined =
    isNoteOn && content !== undefined && original.data !== undefined && basis.data !== undefined
      ? {
          type: tipo,
          voucher: original.data,
          content,
          basis: basis.data,
          ...(codigo === undefined ? {} : { code: codigo }),
        }
      : undefined;
  const startText = () => {
    if (draft !== undefined) return draft.values.text;
    if (noteOn !== undefined) return noteText(noteOn, issuer.today);
    // A rejected sale is issued again with its own internal number; another sale has another one.
    const isOtherSale = isOtherNumber && original.data !== undefined && isAccepted(original.data);
    const kept = repite || mismo ? 'number' : isOtherSale ? 'lines' : 'sale';
    const copy = copied.data === undefined ? undefined : copyOf(copied.data, issuer.today, kept);
    const type = known ?? typeWithNumbers(sequences.data);
    return copy ?? (layout === 'quick' ? quickStart(type, issuer, seller.data) : emptyVoucher(type, issuer));
  };
  const draftName = [
    ...[person.personId, place.companyId, place.environment, copia, intento, repite, mismo, tipo],
    codigo,
    ...(draft === undefined ? [] : [draft.reference]),
  ].join('/');
  return (
    <Suspense fallback={<Loading />}>
      <IssueForm
        // Another company, another copied voucher or another type starts another form.
        key={draftName}
        place={place}
        started={started}
        issuer={issuer}
        draftName={draftName}
        start={startText()}
        layout={noteOn === undefined ? layout : 'quick'}
        {...(mismo ? { number: 'given' as const } : {})}
        {...(draft === undefined ? {} : { saved: draft })}
        {...(noteOn === undefined ? {} : { noteOn })}
        {...(repite && copia !== undefined && intento !== undefined
          ? { newAttempt: { encf: copia, attempt: intento } }
          : {})}
      />
    </Suspense>
  );
}

const isAccepted = ({ state }: Voucher): boolean => documentStates[state].accepted === 1;

/** The issuer's address and telephones, from the company's last voucher. A company without vouchers types them once. */
function useSeller(place: Place, isWanted: boolean) {
  const { data, isPending, failureCount } = useQuery({
    queryKey: ['seller', place],
    queryFn: async ({ client, signal }) => {
      const { items } = await listVouchers(place, { limit: 1 }, signal);
      const [last] = items;
      if (last === undefined) return null;
      return sellerIn(
        await client.query({ ...jsonQuery(place, last.ecf, last.attempt), staleTime: 'static' }),
      );
    },
    enabled: isWanted,
    // The form starts with it once. Read anew while a person types, it would take the form away.
    staleTime: Infinity,
    gcTime: 0,
  });
  // It only helps, so the form does not wait for another attempt to read it.
  return { isPending: isWanted && isPending && failureCount === 0, data: data ?? undefined };
}
