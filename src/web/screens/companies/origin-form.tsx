/**
 * Who assigns the company's numbers. A change has two steps. The first one stops issuing for a minute, until every request that holds a
 * number has ended; the second one completes the change.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CompanyDetails } from '../../api/answers.js';
import { changeOrigin, companyQuery, type OriginChange } from '../../api/companies.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Check, TextField } from '../../parts/form/field.js';
import { whenExactly } from '../../shared/format.js';
import { Done, Notice, Problem } from '../../parts/notice.js';
import { useAction } from '../../parts/use-action.js';
import { companySettings as companySettingsTexts } from '../../texts/company-settings.js';

export function OriginForm({ company }: { readonly company: CompanyDetails }) {
  const queries = useQueryClient();
  const [abandonReserved, setAbandon] = useState(false);
  const [numbers, setNumbers] = useState('');
  const { companyId, origin, originChange } = company;
  const to = originChange?.to ?? (origin === 'service' ? 'client' : 'service');
  const next = numbers.split(/[\s,;]+/).filter((one) => one !== '');
  const [done, setDone] = useState<OriginChange['action']>();
  const change = useAction(
    // A refusal may cancel the change, so the page is read again in any case.
    (body: OriginChange) => {
      setDone(undefined);
      return changeOrigin(companyId, body).finally(() => queries.invalidateQueries(companyQuery(companyId)));
    },
    (_, { action }) => setDone(action),
  );
  // The service checks both already at the start, before issuing stops.
  const about = {
    to,
    ...(abandonReserved ? { abandonReserved } : {}),
    ...(next.length === 0 ? {} : { next }),
  };
  return (
    <section className="card" aria-labelledby="origin">
      <h2 id="origin">{es.companies.origin}</h2>
      <p className="soft">{es.companies.originText}</p>
      <Problem error={change.error} />
      <Done>{done === undefined ? undefined : companySettingsTexts.originDone[done]}</Done>
      {originChange === null ? null : (
        <Notice tone="warn">
          {es.companies.originStarted(es.companies.origins[to], whenExactly(originChange.readyAt))}
        </Notice>
      )}
      {to === 'client' ? (
        <Check label={es.companies.abandon} checked={abandonReserved} onChange={setAbandon} />
      ) : (
        <TextField
          label={es.companies.firstNumbers}
          hint={es.companies.firstNumbersHint}
          value={numbers}
          onChange={setNumbers}
          error={change.errorAt('next')}
        />
      )}
      <div className="actions">
        {originChange === null ? (
          <Button pending={change.pending} onPress={() => void change.run({ action: 'start', ...about })}>
            {es.companies.originStart}: {es.companies.origins[to]}
          </Button>
        ) : (
          <>
            <Button
              kind="danger"
              pending={change.pending}
              onPress={() => void change.run({ action: 'finish', ...about })}
            >
              {es.companies.originFinish}
            </Button>
            <Button pending={change.pending} onPress={() => void change.run({ action: 'cancel' })}>
              {es.companies.originCancel}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
