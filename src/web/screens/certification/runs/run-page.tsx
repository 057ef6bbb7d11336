/** One certification run: its state, what the person does now, and its rows. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import type { CertificationRun } from '../../../api/answers.js';
import { runQuery } from '../../../api/certification.js';
import type { Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { Loaded } from '../../../parts/loaded.js';
import { FactList, Page, type Fact } from '../../../parts/page.js';
import { whenExactly } from '../../../shared/format.js';
import { useMay } from '../../../shell/use-session.js';
import { CertificationOnly } from './certification-tabs.js';
import { NextStep } from './next-step.js';
import { RunBadge } from './run-badge.js';
import { RunRows } from './run-rows.js';
import { certificationRuns as texts } from '../../../texts/certification-runs.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/certificacion/corridas/$runId');

export function Screen() {
  const { runId, ...place } = route.useParams();
  return (
    <Page title={texts.run} intro={texts.intro}>
      <CertificationOnly place={place} elsewhere={texts.wrongEnvironment}>
        <Run place={place} runId={runId} />
      </CertificationOnly>
    </Page>
  );
}

function Run({ place, runId }: { readonly place: Place; readonly runId: string }) {
  const run = useQuery(runQuery({ companyId: place.companyId, runId }));
  return (
    <Loaded query={run}>
      {(data) => (
        <>
          <State place={place} run={data} />
          <RunRows place={place} run={data} />
        </>
      )}
    </Loaded>
  );
}

function State({ place, run }: { readonly place: Place; readonly run: CertificationRun }) {
  const mayRun = useMay('certification', place.companyId);
  const card = useRef<HTMLElement>(null);
  const { acceptedCount, rowCount, kind, state } = run;
  return (
    <section className="card" aria-labelledby="state" ref={card} tabIndex={-1}>
      <h2 id="state">{texts.kinds[kind]}</h2>
      <div role="status" className="actions">
        <RunBadge state={state} />
        <span>{texts.accepted(acceptedCount, rowCount)}</span>
      </div>
      <div className={state === 'stopped' ? 'bar bad' : 'bar'} aria-hidden="true">
        <span style={{ width: `${(100 * acceptedCount) / Math.max(1, rowCount)}%` }} />
      </div>
      <NextStep
        // Another state has other buttons and an empty form.
        key={state}
        place={place}
        run={run}
        mayRun={mayRun}
        // The button is gone, so the keyboard continues at the new state.
        onDone={() => card.current?.focus()}
      />
      <p className="hint soft">{texts.order[kind]}</p>
      <FactList facts={factsOf(run)} />
      <p className="soft small wrap">
        {texts.hash}: <span className="mono">{run.sha256}</span>
      </p>
    </section>
  );
}

function factsOf(run: CertificationRun): readonly Fact[] {
  const { fileName, by, createdAt, startedAt, startedBy, endedAt, repetitionNote } = run;
  return [
    [texts.fileName, fileName],
    [texts.uploaded, `${whenExactly(createdAt)}, ${by}`],
    [texts.started, startedAt === null ? null : `${whenExactly(startedAt)}, ${startedBy ?? es.none}`],
    [texts.ended, endedAt === null ? null : whenExactly(endedAt)],
    [texts.note, repetitionNote],
  ];
}
