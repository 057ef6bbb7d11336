/** Issues a voucher, in the environment in which the company issues. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ecfTypes, isNote } from '../../../../ecf/model/ecf-types.js';
import { companyQuery } from '../../../api/companies.js';
import { draftQuery } from '../../../api/drafts.js';
import { voucherQuery, type Place } from '../../../api/vouchers.js';
import { issueTexts } from '../../../texts/issue.js';
import { Loading, Notice, Problem } from '../../../parts/notice.js';
import { Page } from '../../../parts/page.js';
import { useMay } from '../../../shell/use-session.js';
import { MessageList } from '../page/messages.js';
import { NewVoucher } from './new-voucher.js';
import { Drafts } from './drafts.js';
import { startedFrom, type Address, type Started } from './started.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/emitir');
const texts = issueTexts;

export function Screen() {
  const place = route.useParams();
  const { borrador, ...started } = route.useSearch();
  const mayIssue = useMay('issue', place.companyId, place.environment);
  return (
    <Page
      title={titleOf(started)}
      intro={borrador === undefined ? introOf(started) : texts.drafts.intro}
      actions={<OtherNote place={place} started={started} />}
    >
      {mayIssue ? (
        <WhereItIssues place={place} started={started} {...(borrador === undefined ? {} : { borrador })} />
      ) : (
        <Notice tone="warn">{texts.notAllowed}</Notice>
      )}
    </Page>
  );
}

interface StartedProps {
  readonly place: Place;
  readonly started: Started;
}

interface AddressProps extends StartedProps, Pick<Address, 'borrador'> {}

/** The form, or why this company issues in another way. */
function WhereItIssues({ place, started, borrador }: AddressProps) {
  const { data, isLoadingError, error, refetch } = useQuery(companyQuery(place.companyId));
  if (isLoadingError) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const { environment, origin } = data;
  if (environment !== place.environment)
    return (
      <Notice tone="warn">
        <p>{texts.otherEnvironment}</p>
        <Link
          className="button"
          to="/empresas/$companyId/$environment/emitir"
          params={{ ...place, environment }}
        >
          {texts.goThere}
        </Link>
      </Notice>
    );
  if (environment !== 'certification' && origin === 'client')
    return <Notice tone="info">{texts.ownNumbering}</Notice>;
  if (borrador !== undefined) return <FromDraft place={place} reference={borrador} />;
  return (
    <>
      {started.copia === undefined ? (
        <Drafts place={place} />
      ) : (
        <Objections place={place} encf={started.copia} attempt={started.intento} />
      )}
      <NewVoucher place={place} started={started} layout="quick" />
    </>
  );
}

interface ObjectionsProps {
  readonly place: Place;
  readonly encf: string;
  readonly attempt: number | undefined;
}

/** What DGII objected to in the voucher that is put right here. */
function Objections({ place, encf, attempt }: ObjectionsProps) {
  const { data } = useQuery(voucherQuery(place, encf, attempt));
  if (data === undefined || data.accepted !== 0 || data.mensajes.length === 0) return null;
  return (
    <Notice tone="warn">
      <MessageList messages={data.mensajes} />
    </Notice>
  );
}

function FromDraft({ place, reference }: { readonly place: Place; readonly reference: string }) {
  const draft = useQuery(draftQuery({ ...place, reference }));
  if (draft.isLoadingError) return <Problem error={draft.error} onRetry={() => void draft.refetch()} />;
  if (draft.data === undefined) return <Loading />;
  const { data } = draft;
  return <NewVoucher place={place} started={startedFrom(data.started)} draft={data} layout="quick" />;
}

function titleOf({ tipo, mismo }: Started): string {
  if (mismo === true) return texts.correctTitle;
  return isNote(tipo) ? ecfTypes[tipo].nombre : texts.title;
}

function introOf({ copia, tipo, mismo }: Started): string | undefined {
  if (copia === undefined) return undefined;
  if (mismo === true) return texts.correctIntro(copia);
  return isNote(tipo) ? texts.noteIntro(copia) : texts.copyIntro(copia);
}

/** A person who wanted the other note changes it here. */
function OtherNote({ place, started }: StartedProps) {
  const { copia, intento, tipo } = started;
  if (copia === undefined || intento === undefined || !isNote(tipo)) return null;
  const other = tipo === 34 ? 33 : 34;
  return (
    <Link
      className="button quiet"
      to="/empresas/$companyId/$environment/emitir"
      params={place}
      search={{ copia, intento, tipo: other }}
    >
      {texts.otherNote[other]}
    </Link>
  );
}
