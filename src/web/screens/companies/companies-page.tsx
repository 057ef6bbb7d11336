/** Every company of the platform, for support, who can also add one. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { addCompany, companiesQuery, type NewCompany } from '../../api/companies.js';
import { sessionQuery } from '../../api/session.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { SelectField, TextField } from '../../parts/form/field.js';
import { FormDialog } from '../../parts/form/form.js';
import { LoadedPages } from '../../parts/loaded.js';
import { Page, Table } from '../../parts/page.js';
import { useForm } from '../../parts/form/use-form.js';
import { typedRnc } from '../../shared/typed/typed-text.js';
import { useMay } from '../../shell/use-session.js';
import { InTrouble } from './in-trouble.js';

export function Screen() {
  const companies = useInfiniteQuery(companiesQuery);
  const mayAdd = useMay('addCompany');
  const seesTrouble = useMay('platformHealth');
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
      {seesTrouble ? <InTrouble /> : null}
      <LoadedPages query={companies} empty={es.companies.empty}>
        {(rows) => (
          <Table
            label={es.nav.companies}
            rows={rows}
            keyOf={({ companyId }) => companyId}
            columns={[
              [
                es.companies.name,
                ({ companyId, environment, razonSocial }) => (
                  <Link to="/empresas/$companyId/$environment/resumen" params={{ companyId, environment }}>
                    {razonSocial}
                  </Link>
                ),
              ],
              [es.companies.rnc, ({ rnc }) => rnc],
              [es.nav.environment, ({ environment }) => es.environments[environment]],
            ]}
          />
        )}
      </LoadedPages>
      {adding ? <AddCompany onClose={() => setAdding(false)} /> : null}
    </Page>
  );
}

const { production: _production, ...environments } = es.environments;
const start: NewCompany = {
  rnc: '',
  razonSocial: '',
  environment: 'pre-certification',
  origin: 'service',
};

function AddCompany({ onClose }: { readonly onClose: () => void }) {
  const form = useForm({
    start,
    send: ({ razonSocial, ...choices }) => addCompany({ razonSocial: razonSocial.trim(), ...choices }),
    refreshes: [companiesQuery, sessionQuery],
    done: onClose,
  });
  const rnc = form.field('rnc');
  return (
    <FormDialog title={es.companies.add} form={form} submit={es.companies.add} onClose={onClose}>
      <TextField
        label={es.companies.rnc}
        hint={es.companies.rncHint}
        inputMode="numeric"
        required
        {...rnc}
        onChange={(text) => rnc.onChange(typedRnc(text))}
      />
      <TextField label={es.companies.name} maxLength={150} required {...form.field('razonSocial')} />
      <SelectField label={es.nav.environment} options={environments} {...form.field('environment')} />
      <SelectField label={es.companies.origin} options={es.companies.origins} {...form.field('origin')} />
    </FormDialog>
  );
}
