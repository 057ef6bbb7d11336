/** Every company of the platform, for support; and adding one. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Environment } from '../../../ecf/model/environments.js';
import type { CompanyDetails } from '../../api/answers.js';
import { addCompany, companiesQuery } from '../../api/company.js';
import { sessionQuery } from '../../api/session.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { SelectField, TextField } from '../../parts/field.js';
import { Loading, Problem } from '../../parts/notice.js';
import { Page, ScrollTable } from '../../parts/page.js';
import { useAction } from '../../parts/use-action.js';
import { useMay } from '../../shell/use-session.js';

export function CompaniesPage() {
  const companies = useInfiniteQuery(companiesQuery);
  const mayAdd = useMay('addCompany');
  const [adding, setAdding] = useState(false);
  return (
    <Page
      title={es.nav.companies}
      actions={
        mayAdd ? (
          <Button kind="primary" onPress={() => setAdding(true)}>
            {es.companies.add}
          </Button>
        ) : undefined
      }
    >
      {companies.isPending ? <Loading /> : null}
      {companies.isError ? (
        <Problem error={companies.error} onRetry={() => void companies.refetch()} />
      ) : null}
      {companies.data === undefined ? null : (
        <ScrollTable label={es.nav.companies}>
          <thead>
            <tr>
              <th scope="col">{es.companies.name}</th>
              <th scope="col">{es.companies.rnc}</th>
              <th scope="col">{es.nav.environment}</th>
            </tr>
          </thead>
          <tbody>
            {companies.data.pages
              .flatMap(({ items }) => items)
              .map(({ companyId, rnc, razonSocial, environment }) => (
                <tr key={companyId}>
                  <th scope="row">
                    <Link to="/empresas/$companyId/$environment/resumen" params={{ companyId, environment }}>
                      {razonSocial}
                    </Link>
                  </th>
                  <td>{rnc}</td>
                  <td>{es.environments[environment]}</td>
                </tr>
              ))}
          </tbody>
        </ScrollTable>
      )}
      {companies.hasNextPage ? (
        <div>
          <Button pending={companies.isFetchingNextPage} onPress={() => void companies.fetchNextPage()}>
            {es.actions.more}
          </Button>
        </div>
      ) : null}
      {adding ? <AddCompany onClose={() => setAdding(false)} /> : null}
    </Page>
  );
}

const origins = [
  ['service', es.companies.origins.service],
  ['client', es.companies.origins.client],
] as const;
const environments = [
  ['pre-certification', es.environments['pre-certification']],
  ['certification', es.environments.certification],
] as const;
const fields = ['rnc', 'razonSocial', 'environment', 'origin'];

function AddCompany({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [rnc, setRnc] = useState('');
  const [razonSocial, setName] = useState('');
  const [environment, setEnvironment] = useState<Environment>('pre-certification');
  const [origin, setOrigin] = useState<CompanyDetails['origin']>('service');
  const add = useAction(
    () => addCompany({ rnc: rnc.trim(), razonSocial: razonSocial.trim(), environment, origin }),
    async () => {
      await Promise.all([queries.invalidateQueries(companiesQuery), queries.invalidateQueries(sessionQuery)]);
      onClose();
    },
  );
  return (
    <Dialog title={es.companies.add} open onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void add.run(undefined);
        }}
      >
        <TextField
          label={es.companies.rnc}
          hint={es.companies.rncHint}
          inputMode="numeric"
          maxLength={11}
          required
          value={rnc}
          onChange={setRnc}
          error={add.errorAt('rnc')}
        />
        <TextField
          label={es.companies.name}
          maxLength={150}
          required
          value={razonSocial}
          onChange={setName}
          error={add.errorAt('razonSocial')}
        />
        <SelectField
          label={es.nav.environment}
          options={environments}
          value={environment === 'production' ? '' : environment}
          onChange={(value) => setEnvironment(value === '' ? environment : value)}
          error={add.errorAt('environment')}
        />
        <SelectField
          label={es.companies.origin}
          options={origins}
          value={origin}
          onChange={(value) => setOrigin(value === '' ? origin : value)}
          error={add.errorAt('origin')}
        />
        {add.errorBeside(...fields) === undefined ? null : <Problem error={add.error} />}
        <div className="actions">
          <Button kind="primary" type="submit" pending={add.pending}>
            {es.companies.add}
          </Button>
          <Button onPress={onClose}>{es.actions.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
