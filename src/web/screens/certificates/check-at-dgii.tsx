/** Asks DGII, through a worker, whether it accepts the company's certificate in one environment. */
import { useState } from 'react';
import { environments, type Environment } from '../../../ecf/model/environments.js';
import { checkCertificate, type AcceptedByDgii } from '../../api/certificates.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { SelectField } from '../../parts/field.js';
import { Notice, Problem } from '../../parts/notice.js';
import { useAction } from '../../parts/use-action.js';

const names = (Object.keys(environments) as Environment[]).map(
  (name) => [name, es.environments[name]] as const,
);

export function CheckAtDgii({ companyId }: { readonly companyId: number }) {
  const [environment, setEnvironment] = useState<Environment>('certification');
  const [result, setResult] = useState<AcceptedByDgii>();
  const check = useAction(() => {
    setResult(undefined);
    return checkCertificate(companyId, environment);
  }, setResult);
  return (
    <section className="card narrow" aria-labelledby="check">
      <h2 id="check">{es.certificates.check}</h2>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void check.run(undefined);
        }}
      >
        <SelectField
          label={es.nav.environment}
          options={names}
          value={environment}
          onChange={(value) => setEnvironment(value === '' ? environment : value)}
        />
        <div>
          <Button type="submit" pending={check.pending}>
            {es.certificates.checkNow}
          </Button>
        </div>
        {check.error === undefined ? null : <Problem error={check.error} />}
        {result === undefined ? null : (
          <Notice tone="good" urgent>
            {es.certificates.accepted} {result.resumed ? es.certificates.resumed : null}
          </Notice>
        )}
      </form>
    </section>
  );
}
