/** The name of a taxpayer, for the form in which a person issues: from our copy of DGII's registry. */
import { isRnc } from '../../ecf/model/rnc.js';
import { ServiceError } from '../../shared/errors.js';
import { get, type RouteDeps, type WebRoute } from '../web/web-route.js';

export function taxpayerRoutes({ store }: RouteDeps): readonly WebRoute[] {
  return [
    get('/companies/:companyId/taxpayers/:rnc', 'read', async ({ params }) => {
      const rnc = params['rnc'] ?? '';
      if (!isRnc(rnc)) throw new ServiceError('RNC_INVALID', { campo: 'rnc' });
      const { taxpayer } = await store.findTaxpayer(rnc);
      // One that the registry does not have is no error: the person then types the name.
      if (taxpayer === undefined) return { taxpayer: null };
      const { razonSocial, nombreComercial, estado } = taxpayer;
      return { taxpayer: { rnc, razonSocial, nombreComercial, estado } };
    }),
  ];
}
