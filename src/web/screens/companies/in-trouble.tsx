/** The companies that need somebody, the most urgent first: what it is, and the page where it is mended. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CompanyInTrouble } from '../../api/answers.js';
import { troubleQuery } from '../../api/companies.js';
import { es } from '../../es.js';
import { Loaded } from '../../parts/loaded.js';
import { Notice } from '../../parts/notice.js';
import { Table } from '../../parts/page.js';
import { shortType } from '../../parts/voucher/cells.js';
import { count, when } from '../../shared/format.js';
import { companiesInTrouble as texts } from '../../texts/companies-in-trouble.js';

type Trouble = CompanyInTrouble['troubles'][number];

export function InTrouble() {
  const found = useQuery(troubleQuery);
  return (
    <section className="part" aria-labelledby="in-trouble">
      <h2 id="in-trouble">{texts.title}</h2>
      <Loaded query={found}>
        {({ items, whole }) => (
          <>
            {whole ? null : <Notice tone="warn">{texts.more}</Notice>}
            {items.length === 0 ? (
              <p className="card empty">{texts.none}</p>
            ) : (
              <Table
                label={texts.title}
                rows={items}
                keyOf={({ companyId }) => companyId}
                columns={[
                  [es.companies.name, (row) => <Company row={row} />],
                  [es.companies.rnc, ({ rnc }) => rnc],
                  [es.nav.environment, ({ environment }) => es.environments[environment]],
                  [texts.what, (row) => <Troubles row={row} />],
                ]}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

function Company({ row: { companyId, environment, razonSocial } }: { readonly row: CompanyInTrouble }) {
  return (
    <Link to="/empresas/$companyId/$environment/resumen" params={{ companyId, environment }}>
      {razonSocial}
    </Link>
  );
}

function Troubles({ row }: { readonly row: CompanyInTrouble }) {
  return (
    <ul className="plain-list">
      {row.troubles.map((trouble) => (
        <li key={`${trouble.kind} ${trouble.ecfType ?? ''}`}>
          <Mend row={row} trouble={trouble} />
        </li>
      ))}
    </ul>
  );
}

function Mend({
  row: { companyId, environment },
  trouble,
}: {
  readonly row: CompanyInTrouble;
  readonly trouble: Trouble;
}) {
  const text = textOf(trouble);
  switch (trouble.kind) {
    case 'waiting':
      return (
        <Link
          to="/empresas/$companyId/$environment/comprobantes"
          params={{ companyId, environment }}
          search={{ espera: 'any' }}
        >
          {text}
        </Link>
      );
    case 'numbers-low':
    case 'numbers-expire':
      return (
        <Link to="/empresas/$companyId/$environment/maestro" params={{ companyId, environment }}>
          {text}
        </Link>
      );
    default:
      return (
        <Link to="/empresas/$companyId/certificados" params={{ companyId }}>
          {text}
        </Link>
      );
  }
}

function textOf({
  kind,
  reason = '',
  since,
  vouchers = 0,
  days = 0,
  ecfType = 31,
  left = 0,
}: Trouble): string {
  const type = shortType(ecfType);
  const from = since === undefined ? '' : `, ${texts.since(when(since))}`;
  switch (kind) {
    case 'suspended':
      return `${es.companies.suspensions[reason] ?? texts.suspended}${from}`;
    case 'waiting':
      return `${texts.waiting(vouchers)}${from}`;
    case 'no-certificate':
      return texts.noCertificate;
    case 'certificate-revoked':
      return `${texts.certificateRevoked}${from}`;
    case 'certificate-ends':
      return texts.certificateEnds(days);
    case 'numbers-low':
      return left === 0 ? texts.numbersOut(type) : texts.numbersLow(type, count(left));
    case 'numbers-expire':
      return texts.numbersExpire(type, days);
  }
}
