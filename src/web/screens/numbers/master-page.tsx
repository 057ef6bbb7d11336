/** The numbers of the company: for each type the next one, what is left and until when it lasts, and, folded, its authorized ranges. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ecfTypes, type EcfType } from '../../../ecf/model/ecf-types.js';
import { parseEncf } from '../../../ecf/model/encf.js';
import type { Figures, Sequence } from '../../api/answers.js';
import { figuresQuery } from '../../api/companies.js';
import { sequencesQuery } from '../../api/numbers.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Icon } from '../../parts/icon.js';
import { Loaded } from '../../parts/loaded.js';
import { Page, Table } from '../../parts/page.js';
import { Encf, shortType } from '../../parts/voucher/cells.js';
import { count } from '../../shared/format.js';
import { toggled } from '../../shared/toggled.js';
import { useNow } from '../../shared/use-now.js';
import { useMay } from '../../shell/use-session.js';
import { AddRange, AddRangeHere } from './add-range.js';
import { hasPace, lastDayOf } from './pace.js';
import { Expiry, LeftBar, Trouble, Warnings } from './range-state.js';
import { Ranges } from './ranges.js';
import { annulments as annulmentsTexts } from '../../texts/annulments.js';
import '../../style/numbers.css';

const route = getRouteApi('/frame/empresas/$companyId/$environment/maestro');
const texts = es.master;

export function Screen() {
  const place = route.useParams();
  const mayChange = useMay('ranges', place.companyId);
  const sequences = useQuery(sequencesQuery(place));
  const { data: figures } = useQuery(figuresQuery(place));
  const [isAdding, setIsAdding] = useState(false);
  const shown = useShownTypes();
  return (
    <Page
      title={es.nav.master}
      intro={`${es.nav.masterTitle}. ${texts.intro}`}
      actions={
        <>
          <Link className="button" to="/empresas/$companyId/$environment/maestro/anulaciones" params={place}>
            {mayChange ? annulmentsTexts.open : annulmentsTexts.list}
          </Link>
          {mayChange ? (
            <Button kind="primary" onPress={() => setIsAdding(true)}>
              {texts.add}
            </Button>
          ) : null}
        </>
      }
    >
      <Loaded query={sequences}>
        {(list) => (
          <Types
            place={place}
            list={[...list].sort(inOrder)}
            figures={figures}
            mayChange={mayChange}
            shown={shown}
          />
        )}
      </Loaded>
      <p className="soft">
        {texts.unusedText}{' '}
        <Link to="/empresas/$companyId/$environment/sin-usar" params={place}>
          {texts.unusedLink}
        </Link>
      </p>
      {isAdding ? (
        <AddRange
          place={place}
          ecfType={31}
          onClose={() => setIsAdding(false)}
          onAdded={(ecfType) => shown.show(ecfType)}
        />
      ) : null}
    </Page>
  );
}

/** Types without ranges come last. */
function inOrder(a: Sequence, b: Sequence): number {
  const rank = ({ authorizations }: Sequence) => (authorizations.length === 0 ? 1 : 0);
  return rank(a) - rank(b) || a.ecfType - b.ecfType;
}

function following({ authorizations }: Sequence): number | undefined {
  const last = authorizations.map(({ to }) => parseEncf(to)?.serial ?? 0);
  return last.length === 0 ? undefined : Math.max(...last) + 1;
}

/** The types whose ranges are on the page, and the one to which a range is being added in its row. */
function useShownTypes() {
  const [open, setOpen] = useState<ReadonlySet<EcfType>>(new Set());
  const [adding, setAdding] = useState<EcfType>();
  return {
    isOpen: (ecfType: EcfType) => open.has(ecfType),
    adding,
    add: setAdding,
    show: (ecfType: EcfType) => setOpen(new Set([...open, ecfType])),
    toggle: (ecfType: EcfType) => setOpen(toggled(open, ecfType)),
  };
}

interface TypesProps {
  readonly place: Place;
  readonly list: readonly Sequence[];
  readonly figures: Figures | undefined;
  readonly mayChange: boolean;
  readonly shown: ReturnType<typeof useShownTypes>;
}

function Types({ place, list, figures, mayChange, shown }: TypesProps) {
  const below = (sequence: Sequence) => {
    const { ecfType } = sequence;
    const isAdding = shown.adding === ecfType;
    if (!isAdding && !shown.isOpen(ecfType)) return null;
    return (
      <>
        {shown.isOpen(ecfType) ? (
          <>
            <Warnings warnings={sequence.advertencias} />
            <Ranges place={place} sequence={sequence} mayChange={mayChange} />
          </>
        ) : null}
        {isAdding ? (
          <AddRangeHere
            place={place}
            ecfType={ecfType}
            following={following(sequence)}
            onClose={() => shown.add(undefined)}
            onAdded={shown.show}
          />
        ) : null}
      </>
    );
  };
  return (
    <Table
      label={es.nav.master}
      widthRem={66}
      rows={list}
      keyOf={({ ecfType }) => ecfType}
      below={below}
      columns={[
        [es.vouchers.type, (sequence) => <TypeName sequence={sequence} shown={shown} />],
        [texts.next, ({ next }) => (next === null ? es.none : <Encf text={next} />), 'encf'],
        [texts.available, (sequence) => <Left sequence={sequence} />, 'left'],
        [texts.lasts, (sequence) => <Lasts sequence={sequence} figures={figures} />, 'lasts'],
        [texts.expires, (sequence) => <TypeExpiry sequence={sequence} />, 'expires'],
        mayChange && [
          texts.actions,
          ({ ecfType }) => (
            <Button
              small
              label={`${texts.addHere} ${ecfType}`}
              expanded={shown.adding === ecfType}
              onPress={() => shown.add(ecfType)}
            >
              {texts.add}
            </Button>
          ),
        ],
      ]}
    />
  );
}

interface TypeNameProps {
  readonly sequence: Sequence;
  readonly shown: ReturnType<typeof useShownTypes>;
}

/** Its ranges are folded behind it. */
function TypeName({ sequence: { ecfType, authorizations }, shown }: TypeNameProps) {
  const name = (
    <>
      <span className="code-tag">{ecfType}</span>{' '}
      <span title={ecfTypes[ecfType].nombre}>{shortType(ecfType)}</span>
    </>
  );
  if (authorizations.length === 0) return <span className="type-name">{name}</span>;
  return (
    <button
      type="button"
      className="type-name"
      aria-expanded={shown.isOpen(ecfType)}
      onClick={() => shown.toggle(ecfType)}
    >
      <Icon name="next" />
      {name}
      <span className="visually-hidden"> {texts.showRanges}</span>
    </button>
  );
}

function Left({ sequence }: { readonly sequence: Sequence }) {
  if (sequence.authorizations.length === 0) return es.none;
  return (
    <>
      <strong>{count(sequence.available)}</strong>{' '}
      <span className="small soft">{texts.of(count(sequence.total))}</span>
      <LeftBar sequence={sequence} />
    </>
  );
}

/** What is wrong first. Without a pace or an end within a year, it says why there is no day. */
function Lasts({
  sequence,
  figures,
}: {
  readonly sequence: Sequence;
  readonly figures: Figures | undefined;
}) {
  const now = useNow();
  return (
    <>
      <Trouble {...sequence} />{' '}
      {sequence.available === 0 ? null : figures === undefined ? (
        es.none
      ) : hasPace(sequence, figures) ? (
        <span>{lastDayOf(sequence, figures, now) ?? <span className="soft">{texts.lastsLong}</span>}</span>
      ) : (
        <span className="soft">{texts.noPace}</span>
      )}
    </>
  );
}

function TypeExpiry({ sequence: { ecfType, expiresOn, authorizations } }: { readonly sequence: Sequence }) {
  if (expiresOn === null && ecfTypes[ecfType].sequenceExpires) return es.none;
  const isSoon = authorizations.some((one) => one.expiresSoon && one.expiresOn === expiresOn);
  return <Expiry day={expiresOn} isSoon={isSoon} />;
}
