/** The audit log of the platform: what support does in any company, and what belongs to none. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { platformAuditQuery } from '../../api/companies.js';
import { es } from '../../es.js';
import { Page } from '../../parts/page.js';
import { AuditList } from './audit-list.js';
import { auditQuestionOf } from './filters.js';
import { audit as auditTexts } from '../../texts/audit.js';

const route = getRouteApi('/frame/auditoria');

export function Screen() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const audit = useInfiniteQuery(platformAuditQuery(auditQuestionOf(filters)));
  return (
    <Page title={es.nav.platformAudit} intro={auditTexts.platformIntro}>
      <AuditList
        title={es.nav.platformAudit}
        query={audit}
        filters={filters}
        people={[]}
        onFilter={(search) => void navigate({ search })}
        linkTo={(persona, text) => (
          <Link to="/auditoria" search={{ ...filters, persona }} title={auditTexts.onlyThis}>
            {text}
          </Link>
        )}
        ofMany
      />
    </Page>
  );
}
