/** The evidence archive in the web application: which days of a month are closed, and the export of the month. */
import { manifestsOf } from '../../services/archive/archive-files.js';
import { attachment } from '../http/attachment.js';
import { get, StreamAnswer, type RouteDeps, type WebRoute } from '../web/web-route.js';
import { archiveType, daysAskedFor, exportOf } from './archive.js';

const archivePath = '/companies/:companyId/:environment/archive';

export function archiveRoutes(deps: RouteDeps): readonly WebRoute[] {
  const { store } = deps;
  return [
    get(archivePath, 'read', async ({ company, environment, query }) => {
      const days = daysAskedFor('period', String(query['period']));
      const parts = { store, turn: <T>(work: () => Promise<T>) => work() };
      const manifests = await manifestsOf(parts, { companyId: company.companyId, environment, days });
      return {
        days: manifests.map(({ day, files, sha256, stamp, stampFault }) => ({
          day,
          files,
          sha256,
          stampedAt: stamp?.at ?? null,
          stampFault: stampFault ?? null,
        })),
      };
    }),
    get(`${archivePath}-export`, { permission: 'read', turn: 'none' }, async (request) => {
      const { company, environment, query } = request;
      const asked = { company, environment, period: String(query['period']), campo: 'period' };
      const { name, stream } = await exportOf(deps, asked);
      return new StreamAnswer(archiveType, stream, attachment(name));
    }),
  ];
}
