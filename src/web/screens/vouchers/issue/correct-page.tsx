/** From a voucher to the document that puts it right: what happened, and what follows from it (Informe Técnico e-CF v1.0 pp.17-18). */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { documentStates } from '../../../../ecf/model/document-states.js';
import { isNote } from '../../../../ecf/model/ecf-types.js';
import { noteCodes } from '../../../../ecf/notes/note-codes.js';
import type { Voucher } from '../../../api/answers.js';
import { voucherQuery, type Place } from '../../../api/vouchers.js';
import { correctTexts, issueTexts } from '../../../texts/issue.js';
import { Icon } from '../../../parts/icon.js';
import { Loading, Notice, Problem } from '../../../parts/notice.js';
import { Page } from '../../../parts/page.js';
import { partyName } from '../../../parts/voucher/cells.js';
import { amount } from '../../../shared/format.js';
import { useMay } from '../../../shell/use-session.js';
import { isNumberFree } from '../page/new-vouchers.js';
import type { Started } from './started.js';
import '../../../style/issue.css';

const route = getRouteApi('/frame/empresas/$companyId/$environment/comprobantes/$encf/corregir');
const texts = correctTexts;

export function Screen() {
  const { encf, ...place } = route.useParams();
  const voucher = useQuery(voucherQuery(place, encf));
  const mayIssue = useMay('issue', place.companyId, place.environment);
  return (
    <Page title={texts.title(encf)} intro={voucher.data === undefined ? undefined : about(voucher.data)}>
      {!mayIssue ? (
        <Notice tone="warn">{issueTexts.notAllowed}</Notice>
      ) : voucher.isLoadingError ? (
        <Problem error={voucher.error} onRetry={() => void voucher.refetch()} />
      ) : voucher.data === undefined ? (
        <Loading />
      ) : (
        <Ways place={place} voucher={voucher.data} />
      )}
    </Page>
  );
}

function about(voucher: Voucher): string {
  const name = partyName(voucher);
  return [name, `RD$ ${amount(voucher.montoTotal)}`, voucher.status]
    .filter((part) => part != null)
    .join(' · ');
}

interface Way {
  readonly what: string;
  readonly then: string;
  readonly started: Started;
}

function Ways({ place, voucher }: { readonly place: Place; readonly voucher: Voucher }) {
  const found = waysFrom(voucher);
  if (typeof found === 'string') return <Notice tone="info">{found}</Notice>;
  return (
    <>
      <h2>{texts.question}</h2>
      <ul className="plain-list correct">
        {found.map(({ what, then, started }) => (
          <li key={what}>
            <Link
              className="card"
              to="/empresas/$companyId/$environment/emitir"
              params={place}
              search={started}
            >
              <span>
                <strong>{what}</strong>
                <small>{then}</small>
              </span>
              <Icon name="next" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The ways, the likeliest first; or why the voucher cannot be corrected. */
function waysFrom(voucher: Voucher): readonly Way[] | string {
  const { ecf, attempt, latestAttempt, tipoeCF, state, final, rncComprador } = voucher;
  const copied = { copia: ecf, intento: latestAttempt };
  if (attempt !== latestAttempt || !final) return texts.notFinal;
  const { accepted } = documentStates[state];
  if (accepted === 0) {
    const again = { what: texts.again, then: texts.againThen(ecf), started: copied };
    if (!isNumberFree(voucher)) return [again];
    return [
      { what: texts.same, then: texts.sameThen(ecf), started: { ...copied, mismo: true } },
      { ...again, then: texts.againFreeThen(ecf) },
    ];
  }
  if (isNote(tipoeCF)) return texts.ofNote;
  const credit = (code: (typeof noteCodes)[keyof typeof noteCodes]): Started => {
    return { ...copied, tipo: 34, codigo: code };
  };
  return [
    { what: texts.part, then: texts.partThen, started: credit(noteCodes.correctsAmounts) },
    { what: texts.cancel, then: texts.cancelThen, started: credit(noteCodes.cancels) },
    { what: texts.more, then: texts.moreThen, started: { ...copied, tipo: 33 } },
    { what: texts.text, then: texts.textThen, started: credit(noteCodes.correctsText) },
    { what: texts.buyer, then: texts.buyerThen, started: credit(noteCodes.cancels) },
    ...(tipoeCF === 32 && rncComprador === ''
      ? [{ what: texts.taxCredit, then: texts.taxCreditThen, started: credit(noteCodes.cancels) }]
      : []),
    { what: texts.copy, then: texts.copyThen, started: copied },
  ];
}
