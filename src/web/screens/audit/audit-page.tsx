/** The audit log of a company: who did what, when, and with what result. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AuditEntry } from '../../api/answers.js';
import { auditQuery } from '../../api/company.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { TextField } from '../../parts/field.js';
import { FilterForm } from '../../parts/form.js';
import { whenExactly } from '../../shared/format.js';
import { LoadedPages } from '../../parts/loaded.js';
import type { Tone } from '../../parts/notice.js';
import { Page, Table } from '../../parts/page.js';

const route = getRouteApi('/frame/empresas/$companyId/auditoria');

const tones: Readonly<Record<AuditEntry['outcome'], Tone>> = {
  done: 'good',
  refused: 'warn',
  failed: 'bad',
  unknown: 'warn',
};

export function AuditPage() {
  const { companyId } = route.useParams();
  const { accion, persona } = route.useSearch();
  const navigate = route.useNavigate();
  const audit = useInfiniteQuery(auditQuery(companyId, { action: accion, person: persona }));
  return (
    <Page title={es.nav.audit} intro={es.audit.intro}>
      <AuditFilters
        key={`${accion ?? ''}|${persona ?? ''}`}
        action={accion ?? ''}
        person={persona ?? ''}
        onApply={(action, person) =>
          void navigate({
            search: {
              ...(action === '' ? {} : { accion: action }),
              ...(person === '' ? {} : { persona: person }),
            },
          })
        }
      />
      <LoadedPages query={audit} empty={es.audit.empty}>
        {(rows) => (
          <Table
            label={es.nav.audit}
            heads={[
              es.audit.at,
              es.people.person,
              es.audit.action,
              es.audit.target,
              es.audit.result,
              es.audit.from,
            ]}
          >
            {rows.map((row) => (
              <tr key={row.actId}>
                <td className="nowrap">{whenExactly(row.at)}</td>
                <td>
                  <Link
                    to="/empresas/$companyId/auditoria"
                    params={{ companyId }}
                    search={{ persona: row.personId }}
                    title={es.audit.onlyThis}
                  >
                    {row.email ?? row.personId}
                  </Link>
                </td>
                <td className="mono">{row.action}</td>
                <td className="mono wrap">{row.target ?? es.none}</td>
                <td>
                  <Badge tone={tones[row.outcome]}>{es.audit.outcomes[row.outcome]}</Badge>
                  {row.code === null ? null : <div className="mono small">{row.code}</div>}
                </td>
                <td className="small">
                  {row.ip}
                  <div className="soft mono wrap">{row.correlationId}</div>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </LoadedPages>
    </Page>
  );
}

interface FilterProps {
  readonly action: string;
  readonly person: string;
  readonly onApply: (action: string, person: string) => void;
}

function AuditFilters({ action: knownAction, person: knownPerson, onApply }: FilterProps) {
  const [action, setAction] = useState(knownAction);
  const [person, setPerson] = useState(knownPerson);
  return (
    <FilterForm onApply={() => onApply(action.trim(), person.trim())} onClear={() => onApply('', '')}>
      <TextField label={es.audit.action} type="search" value={action} onChange={setAction} />
      <TextField label={es.audit.personId} type="search" value={person} onChange={setPerson} />
    </FilterForm>
  );
}
