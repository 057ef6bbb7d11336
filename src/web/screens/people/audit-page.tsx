/** The audit log of a company: who did what, when, and with what result. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { auditQuery, peopleQuery } from '../../api/companies.js';
import { es } from '../../es.js';
import { Page } from '../../parts/page.js';
import { AuditList } from './audit-list.js';
import { auditQuestionOf } from './filters.js';
import { audit as auditTexts } from '../../texts/audit.js';

const route = getRouteApi('/frame/empresas/$companyId/auditoria');

export function Screen() {
  const { companyId } = route.useParams();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const audit = useInfiniteQuery(auditQuery(companyId, auditQuestionOf(filters)));
  const people = useQuery(peopleQuery(companyId));
  return (
    <Page title={es.nav.audit} intro={auditTexts.intro}>
      <AuditList
        title={es.nav.audit}
        query={audit}
        filters={filters}
        people={people.data?.items ?? []}
        onFilter={(search) => void navigate({ search })}
        linkTo={(persona, text) => (
          <Link
            to="/empresas/$companyId/auditoria"
            params={{ companyId }}
            search={{ ...filters, persona }}
            title={auditTexts.onlyThis}
          >
            {text}
          </Link>
        )}
      />
    </Page>
  );
}
