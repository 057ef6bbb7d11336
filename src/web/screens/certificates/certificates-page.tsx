/** The certificates that sign the company's vouchers: which one is in use, import another one, check it at DGII. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Environment } from '../../../ecf/model/environments.js';
import type { Certificate } from '../../api/answers.js';
import { checkCertificate, chooseCertificate, type AcceptedByDgii } from '../../api/certificates.js';
import { certificatesQuery } from '../../api/companies.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { SelectField } from '../../parts/form/field.js';
import { FormDialog, Form } from '../../parts/form/form.js';
import { Loaded, Rows } from '../../parts/loaded.js';
import { Notice } from '../../parts/notice.js';
import { Page, Table } from '../../parts/page.js';
import { useForm } from '../../parts/form/use-form.js';
import { when } from '../../shared/format.js';
import { useCompany } from '../../shell/use-company.js';
import { useMay, useSession } from '../../shell/use-session.js';
import { HolderAndEnd, ImportCertificate } from './import-certificate.js';

const route = getRouteApi('/frame/empresas/$companyId/certificados');

export function Screen() {
  const { companyId } = route.useParams();
  const mayChange = useMay('certificates', companyId);
  const certificates = useQuery(certificatesQuery(companyId));
  const [importing, setImporting] = useState(false);
  const [chosen, setChosen] = useState<Certificate>();
  return (
    <Page
      title={es.nav.certificates}
      intro={es.certificates.intro}
      actions={
        mayChange ? (
          <Button kind="primary" onPress={() => setImporting(true)}>
            {es.certificates.import}
          </Button>
        ) : undefined
      }
    >
      <Loaded query={certificates}>
        {(rows) => (
          <Rows rows={rows} empty={es.certificates.empty}>
            {(certificates) => (
              <Certificates certificates={certificates} onUse={mayChange ? setChosen : undefined} />
            )}
          </Rows>
        )}
      </Loaded>
      {mayChange ? <CheckAtDgii companyId={companyId} /> : null}
      {importing ? <ImportCertificate companyId={companyId} onClose={() => setImporting(false)} /> : null}
      {chosen === undefined ? null : (
        <Use companyId={companyId} certificate={chosen} onClose={() => setChosen(undefined)} />
      )}
    </Page>
  );
}

interface CertificatesProps {
  readonly certificates: readonly Certificate[];
  /** Undefined if the person may not change which one is in use. */
  readonly onUse: ((certificate: Certificate) => void) | undefined;
}

function Certificates({ certificates, onUse }: CertificatesProps) {
  return (
    <Table
      label={es.nav.certificates}
      widthRem={54}
      rows={certificates}
      keyOf={({ fingerprint }) => fingerprint}
      columns={[
        [es.certificates.subject, ({ subject }) => subject, 'wrap'],
        [
          es.certificates.validity,
          ({ notBefore, notAfter }) => `${when(notBefore).slice(0, 10)} – ${when(notAfter).slice(0, 10)}`,
          'nowrap',
        ],
        [
          es.vouchers.state,
          (one) => (
            <>
              <Validity certificate={one} />
              {onUse === undefined || one.active || one.daysLeft < 0 ? null : (
                <Button onPress={() => onUse(one)}>{es.certificates.use}</Button>
              )}
            </>
          ),
        ],
        [es.certificates.fingerprint, ({ fingerprint }) => fingerprint, 'mono wrap small'],
      ]}
    />
  );
}

const soonDays = 30;

function Validity({
  certificate: { active, daysLeft: left, revokedAt },
}: {
  readonly certificate: Certificate;
}) {
  if (left < 0) return <Badge tone="bad">{es.master.expired}</Badge>;
  if (revokedAt !== null) return <Badge tone="bad">{es.certificates.revoked}</Badge>;
  if (!active) return <Badge tone="plain">{es.certificates.replaced}</Badge>;
  return (
    <Badge
      tone={left < soonDays ? 'warn' : 'good'}
    >{`${es.certificates.inUse} · ${es.master.daysLeft(left)}`}</Badge>
  );
}

interface UseProps {
  readonly companyId: number;
  readonly certificate: Certificate;
  readonly onClose: () => void;
}

function Use({ companyId, certificate: { fingerprint, subject, notAfter }, onClose }: UseProps) {
  const form = useForm({
    start: {},
    send: () => chooseCertificate(companyId, fingerprint),
    refreshes: [certificatesQuery(companyId)],
    done: onClose,
  });
  return (
    <FormDialog title={es.certificates.use} form={form} submit={es.certificates.use} onClose={onClose}>
      <p>
        <HolderAndEnd subject={subject} notAfter={notAfter} />
      </p>
      <p className="soft">{es.certificates.useText}</p>
    </FormDialog>
  );
}

function CheckAtDgii({ companyId }: { readonly companyId: number }) {
  const addressed = useCompany(useSession(), companyId);
  return addressed.outcome === 'known' ? (
    <Check companyId={companyId} issuesIn={addressed.company.environment} />
  ) : null;
}

interface CheckProps {
  readonly companyId: number;
  /** The person most likely asks about the environment in which the company issues. */
  readonly issuesIn: Environment;
}

function Check({ companyId, issuesIn }: CheckProps) {
  const [result, setResult] = useState<AcceptedByDgii & { readonly environment: Environment }>();
  const form = useForm({
    start: { environment: undefined as Environment | undefined },
    // Without a choice it follows the company, whose environment may change while the page is open.
    send: async ({ environment = issuesIn }) => {
      setResult(undefined);
      return { ...(await checkCertificate(companyId, { environment })), environment };
    },
    done: setResult,
  });
  const { value: chosen = issuesIn, ...environment } = form.field('environment');
  // A message says nothing about an environment that was chosen after it.
  const shown = result?.environment === chosen ? result : undefined;
  return (
    <section className="card narrow" aria-labelledby="check">
      <h2 id="check">{es.certificates.check}</h2>
      <Form form={form} submit={es.certificates.checkNow} kind="plain">
        <SelectField
          label={es.nav.environment}
          hint={
            chosen === issuesIn
              ? es.certificates.issuesHere
              : es.certificates.issuesIn(es.environments[issuesIn])
          }
          options={es.environments}
          value={chosen}
          {...environment}
        />
      </Form>
      {shown === undefined ? null : (
        <Notice tone="good" urgent>
          {es.environments[shown.environment]}: {es.certificates.accepted}{' '}
          {shown.resumed ? es.certificates.resumed : null}
          <div className="small mono wrap">{shown.fingerprint}</div>
        </Notice>
      )}
    </section>
  );
}
