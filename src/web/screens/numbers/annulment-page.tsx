/** One annulment. For uncertain numbers, a person records what DGII's virtual office shows. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Annulment } from '../../api/answers.js';
import {
  annulmentQuery,
  annulmentsQuery,
  confirmAnnulment,
  type AnnulmentOf,
  cancelAnnulment,
} from '../../api/numbers.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { NoteField, TextArea } from '../../parts/form/field.js';
import { FormDialog } from '../../parts/form/form.js';
import { Loaded } from '../../parts/loaded.js';
import { Notice } from '../../parts/notice.js';
import { FactList, Page, Table, type Fact } from '../../parts/page.js';
import { useForm } from '../../parts/form/use-form.js';
import { count, whenExactly } from '../../shared/format.js';
import { useMay } from '../../shell/use-session.js';
import { AnnulmentState, NumberState } from './annulment-states.js';
import { annulments as texts } from '../../texts/annulments.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/maestro/anulaciones/$annulmentId');

export function Screen() {
  const path = route.useParams();
  const annulment = useQuery(annulmentQuery(path));
  return (
    <Page title={texts.annulment} intro={es.environments[path.environment]}>
      <Loaded query={annulment}>
        {(data) => (
          <>
            <Facts annulment={data} />
            <Uncertain path={path} annulment={data} />
            {data.unsent ? <Unsent path={path} /> : null}
            <Numbers annulment={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Facts({ annulment }: { readonly annulment: Annulment }) {
  const { estado, mensajesDgii, cancelled, confirmed } = annulment;
  const facts: readonly Fact[] = [
    [texts.numbers, count(annulment.solicitados)],
    [texts.asked, whenExactly(annulment.fecha)],
    [texts.by, annulment.por],
    [es.voucher.note, annulment.nota],
    [es.voucher.messages, mensajesDgii.length === 0 ? null : mensajesDgii.join(' ')],
    [texts.withdrawn, wordOf(cancelled)],
    [texts.confirmed, wordOf(confirmed)],
  ];
  return (
    <section className="card" aria-labelledby="state">
      <header>
        <h2 id="state" className="visually-hidden">
          {es.vouchers.state}
        </h2>
        <div role="status">
          <AnnulmentState estado={estado} />
        </div>
        {estado === 'pendiente' ? <span className="soft">{es.voucher.polling}</span> : null}
      </header>
      <FactList facts={facts} />
    </section>
  );
}

function wordOf(said: Annulment['confirmed']): string | null {
  return said === null ? null : `${said.nota} (${said.por}, ${whenExactly(said.fecha)})`.trim();
}

function Numbers({ annulment: { resultado } }: { readonly annulment: Annulment }) {
  return (
    <Table
      label={texts.numbers}
      rows={resultado}
      keyOf={({ desde }) => desde}
      columns={[
        [es.master.range, ({ desde, hasta }) => (desde === hasta ? desde : `${desde} – ${hasta}`), 'encf'],
        [texts.numbers, ({ count: size }) => count(size), 'number'],
        [es.vouchers.state, ({ estado }) => <NumberState estado={estado} />],
        [texts.reason, ({ mensaje }) => mensaje ?? es.none],
      ]}
    />
  );
}

interface UncertainProps {
  readonly path: AnnulmentOf;
  readonly annulment: Annulment;
}

/**
 * The file may be sent again while the page is open or the person is in the virtual office. The person must then look again before the
 * buttons return. So this part stays on the page while a delivery is under way, and remembers what the person saw.
 */
function Uncertain({ path, annulment: { estado, deliveries } }: UncertainProps) {
  const mayConfirm = useMay('annulments', path.companyId);
  const [seen, setSeen] = useState(deliveries);
  const [found, setFound] = useState<'annulled' | 'not-annulled'>();
  if (estado !== 'incierto') return null;
  if (mayConfirm && deliveries !== seen)
    return (
      <Notice tone="warn" title={texts.uncertainTitle} urgent>
        <p>{texts.sentText}</p>
        <Button
          onPress={() => {
            setFound(undefined);
            setSeen(deliveries);
          }}
        >
          {texts.looked}
        </Button>
      </Notice>
    );
  return (
    <Notice tone="warn" title={texts.uncertainTitle}>
      <p>{texts.uncertainText}</p>
      {mayConfirm ? (
        <div className="actions">
          <Button onPress={() => setFound('annulled')}>{texts.foundAnnulled}</Button>
          <Button onPress={() => setFound('not-annulled')}>{texts.foundNotAnnulled}</Button>
        </div>
      ) : null}
      {found === undefined ? null : (
        <Confirm path={path} found={found} deliveries={seen} onClose={() => setFound(undefined)} />
      )}
    </Notice>
  );
}

interface ConfirmProps {
  readonly path: AnnulmentOf;
  readonly found: 'annulled' | 'not-annulled';
  /** How many deliveries the page showed before the person looked at the virtual office. */
  readonly deliveries: number;
  readonly onClose: () => void;
}

function Confirm({ path, found, deliveries, onClose }: ConfirmProps) {
  const { companyId, environment } = path;
  const form = useForm({
    start: { note: '' },
    send: ({ note }) =>
      confirmAnnulment(path, { annulled: found === 'annulled', deliveries, note: note.trim() }),
    refreshes: [annulmentQuery(path), annulmentsQuery({ companyId, environment })],
    done: onClose,
  });
  const title = found === 'annulled' ? texts.foundAnnulled : texts.foundNotAnnulled;
  return (
    <FormDialog title={title} form={form} submit={title} kind="danger" onClose={onClose}>
      <Notice tone="warn">{texts.confirmText[found]}</Notice>
      <NoteField {...form.field('note')} />
    </FormDialog>
  );
}

interface UnsentProps {
  readonly path: AnnulmentOf;
}

/** Cancelling makes the numbers free again. */
function Unsent({ path }: UnsentProps) {
  const mayCancel = useMay('annulments', path.companyId);
  const [asking, setAsking] = useState(false);
  return (
    <Notice tone="info" title={texts.unsentTitle}>
      <p>{texts.unsentText}</p>
      {mayCancel ? (
        <div className="actions">
          <Button onPress={() => setAsking(true)}>{texts.withdraw}</Button>
        </div>
      ) : null}
      {asking ? <Cancel path={path} onClose={() => setAsking(false)} /> : null}
    </Notice>
  );
}

function Cancel({ path, onClose }: UnsentProps & { readonly onClose: () => void }) {
  const { companyId, environment } = path;
  const form = useForm({
    start: { note: '' },
    send: ({ note }) => cancelAnnulment(path, { note: note.trim() }),
    refreshes: [annulmentQuery(path), annulmentsQuery({ companyId, environment })],
    done: onClose,
  });
  return (
    <FormDialog title={texts.withdraw} form={form} submit={texts.withdraw} onClose={onClose}>
      <p>{texts.withdrawText}</p>
      <TextArea label={es.voucher.note} maxLength={300} {...form.field('note')} />
    </FormDialog>
  );
}
