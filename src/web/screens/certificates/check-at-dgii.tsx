/** Asks DGII, through a worker, whether it accepts the company's certificate in one environment. */
import { useState } from 'react';
import type { Environment } from '../../../ecf/model/environments.js';
import { checkCertificate, type AcceptedByDgii } from '../../api/certificates.js';
import { es } from '../../es.js';
import { SelectField } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { Notice } from '../../parts/notice.js';
import { useForm } from '../../parts/use-form.js';

const start: { readonly environment: Environment } = { environment: 'certification' };

export function CheckAtDgii({ companyId }: { readonly companyId: number }) {
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
