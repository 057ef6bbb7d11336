/** The certificates that sign the company's vouchers: which one is in use, import another one, check it at DGII. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Environment } from '../../../ecf/model/environments.js';
import type { Certificate } from '../../api/answers.js';
import { canSeal, importCertificate, checkCertificate, type AcceptedByDgii } from '../../api/certificates.js';
import { certificatesQuery } from '../../api/company.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { FileField, SelectField, TextField } from '../../parts/field.js';
import { FormDialog, Form } from '../../parts/form.js';
import { Loaded, Rows } from '../../parts/loaded.js';
import { Notice } from '../../parts/notice.js';
import { Page, Table } from '../../parts/page.js';
import { useForm } from '../../parts/use-form.js';
import { when } from '../../shared/format.js';
import { useMay } from '../../shell/use-session.js';

const route = getRouteApi('/frame/empresas/$companyId/certificados');

export function Screen() {
  const { companyId } = route.useParams();
  const mayChange = useMay('certificates', companyId);
  const certificates = useQuery(certificatesQuery(companyId));
  const [importing, setImporting] = useState(false);
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
            {(certificates) => <Certificates certificates={certificates} />}
          </Rows>
        )}
      </Loaded>
      {mayChange ? <CheckAtDgii companyId={companyId} /> : null}
      {importing ? <Import companyId={companyId} onClose={() => setImporting(false)} /> : null}
    </Page>
  );
}

function Certificates({ certificates }: { readonly certificates: readonly Certificate[] }) {
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
        [es.vouchers.state, (one) => <Validity certificate={one} />],
        [es.certificates.fingerprint, ({ fingerprint }) => fingerprint, 'mono wrap small'],
      ]}
    />
  );
}

const soonDays = 30;

function Validity({ certificate: { active, daysLeft: left } }: { readonly certificate: Certificate }) {
  if (left < 0) return <Badge tone="bad">{es.master.expired}</Badge>;
  if (!active) return <Badge tone="plain">{es.certificates.replaced}</Badge>;
  return (
    <Badge
      tone={left < soonDays ? 'warn' : 'good'}
    >{`${es.certificates.inUse} · ${es.master.daysLeft(left)}`}</Badge>
  );
}

/** A .p12 file has a few kilobytes; a file above this limit is something else. */
const fileBytesMax = 100 * 1024;

function Import({ companyId, onClose }: { readonly companyId: number; readonly onClose: () => void }) {
  const form = useForm({
    start: { p12: undefined as File | undefined, password: '' },
    send: ({ p12, password }) => {
      if (p12 === undefined) throw new Error('the browser sends no form without its required file');
      return importCertificate(companyId, p12, password);
    },
    refreshes: [certificatesQuery(companyId)],
    done: onClose,
  });
  const file = form.field('p12');
  const tooLarge = file.value !== undefined && file.value.size > fileBytesMax;
  return (
    <FormDialog
      title={es.certificates.import}
      form={form}
      submit={es.certificates.import}
      blocked={!canSeal() || tooLarge}
      onClose={onClose}
    >
      {canSeal() ? (
        <Notice tone="info">{es.certificates.sealed}</Notice>
      ) : (
        <Notice tone="bad">{es.certificates.insecure}</Notice>
      )}
      <FileField
        label={es.certificates.file}
        accept=".p12,.pfx"
        error={tooLarge ? es.certificates.tooLarge : file.error}
        onChange={file.onChange}
      />
      <TextField
        label={es.certificates.password}
        type="password"
        autoComplete="off"
        {...form.field('password')}
      />
    </FormDialog>
  );
}

const start: { readonly environment: Environment } = { environment: 'certification' };

/** Asks DGII, through a worker, whether it accepts the company's certificate in one environment. */
function CheckAtDgii({ companyId }: { readonly companyId: number }) {
  const [result, setResult] = useState<AcceptedByDgii & { readonly environment: Environment }>();
  const form = useForm({
    start,
    send: async ({ environment }) => {
      setResult(undefined);
      return { ...(await checkCertificate(companyId, { environment })), environment };
    },
    done: setResult,
  });
  return (
    <section className="card narrow" aria-labelledby="check">
      <h2 id="check">{es.certificates.check}</h2>
      <Form form={form} submit={es.certificates.checkNow} kind="plain">
        <SelectField label={es.nav.environment} options={es.environments} {...form.field('environment')} />
      </Form>
      {result === undefined ? null : (
        <Notice tone="good" urgent>
          {es.environments[result.environment]}: {es.certificates.accepted}{' '}
          {result.resumed ? es.certificates.resumed : null}
          <div className="small mono wrap">{result.fingerprint}</div>
        </Notice>
      )}
    </section>
  );
}
