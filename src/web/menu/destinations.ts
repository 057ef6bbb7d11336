/** Where the menu leads, without what it has to search for: actions, the sections of the company, and the person's companies. */
import type { Permission } from '../../api/session/permissions.js';
import type { Session } from '../api/answers.js';
import type { Place } from '../api/vouchers.js';
import { es } from '../es.js';
import type { IconName } from '../parts/icon.js';
import { sectionsOf } from '../shell/sections.js';
import { mayIn } from '../shell/use-session.js';

export interface Destination {
  readonly id: string;
  readonly text: string;
  readonly detail?: string;
  readonly icon: IconName;
  readonly address: OfCompany | OfPerson;
}

interface OfCompany {
  readonly to: (typeof actions)[number][0] | ReturnType<typeof sectionsOf>[number]['links'][number][0];
  readonly params: Place;
}

interface OfPerson {
  readonly to: '/empresas' | '/auditoria' | '/cuenta';
}

/** What a person can begin from anywhere, the most usual first. A page that begins something gets one row here. */
const actions = [
  ['/empresas/$companyId/$environment/emitir', es.nav.issue, 'issue', 'send'],
  ['/empresas/$companyId/$environment/maestro', es.menu.actions.addRange, 'ranges', 'plus'],
  ['/empresas/$companyId/$environment/maestro/anulaciones', es.menu.actions.annul, 'annulments', 'cross'],
  ['/empresas/$companyId/personas', es.menu.actions.invite, 'people', 'people'],
  ['/empresas/$companyId/certificados', es.menu.actions.importCertificate, 'certificates', 'seal'],
  ['/empresas/$companyId/claves', es.menu.actions.addKey, 'keys', 'key'],
] as const satisfies readonly (readonly [string, string, Permission, IconName])[];

export function actionsOf(session: Session, place: Place | undefined): readonly Destination[] {
  if (place === undefined) return [];
  return actions
    .filter(([, , permission]) => mayIn(session, permission, place.companyId, place.environment))
    .map(([to, text, , icon]) => ({ id: `action ${to}`, text, icon, address: { to, params: place } }));
}

export function sections(session: Session, place: Place | undefined): readonly Destination[] {
  const ofCompany =
    place === undefined
      ? []
      : sectionsOf(session, place.companyId).flatMap(({ group, links }) =>
          links.map(([to, text, , icon]) => ({
            id: `section ${to}`,
            text,
            ...detailOf(text, group),
            icon,
            address: { to, params: place },
          })),
        );
  return [...ofCompany, ...ofPerson(session)];
}

/** The master has two names, and people look for it by both. */
function detailOf(text: string, group: ReturnType<typeof sectionsOf>[number]['group']) {
  if (text === es.nav.master) return { detail: es.nav.masterTitle };
  return group === 'operation' ? {} : { detail: es.nav[group] };
}

function ofPerson({ person }: Session): readonly Destination[] {
  const pages = [
    ...(person.support
      ? ([
          ['/empresas', es.nav.companies, 'building'],
          ['/auditoria', es.nav.platformAudit, 'audit'],
        ] as const)
      : []),
    ['/cuenta', es.nav.account, 'people'],
  ] as const;
  return pages.map(([to, text, icon]) => ({ id: `section ${to}`, text, icon, address: { to } }));
}

/** The other companies of the person, each at its summary. */
export function companies({ companies: all }: Session, place: Place | undefined): readonly Destination[] {
  return all
    .filter(({ companyId }) => companyId !== place?.companyId)
    .map(({ companyId, razonSocial, rnc, environment }) => ({
      id: `company ${companyId}`,
      text: razonSocial,
      detail: `${rnc} · ${es.environments[environment]}`,
      icon: 'building',
      address: { to: '/empresas/$companyId/$environment/resumen', params: { companyId, environment } },
    }));
}

/** Without accents, as people type who are in a hurry. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Those that have every typed word, in their order. */
export function matching(all: readonly Destination[], typed: string): readonly Destination[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return all.filter(({ text, detail = '' }) => {
    const own = plain(`${text} ${detail}`);
    return words.every((word) => own.includes(word));
  });
}
