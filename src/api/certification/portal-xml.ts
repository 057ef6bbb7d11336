/** Signs an XML file of DGII's portal, for steps 1 and 13 of the certification, whatever environment the company is in. */
import { isAboutTheFile, signPortalXml } from '../../services/certification/sign-portal-xml.js';
import { doneOr } from '../web/operator-refusal.js';
import { askingWorker, post, type RouteDeps, type WebRoute } from '../web/web-route.js';

export function portalXmlRoutes(deps: RouteDeps): readonly WebRoute[] {
  return [
    post(
      '/companies/:companyId/portal-xml',
      {
        permission: 'portalXml',
        // The signature binds the company and cannot be taken back. The file names no environment, so the code is required in every one.
        freshCode: true,
        audit: 'portalXml.sign',
        turn: askingWorker(deps),
        body: 'base64',
      },
      async ({ company: { companyId }, body, about }) => {
        const { xml } = body as { readonly xml: string };
        const file = Buffer.from(xml, 'base64');
        const answer = await signPortalXml(deps, companyId, file);
        const signed = doneOr(answer, ({ refusal }) => (isAboutTheFile(refusal) ? { campo: 'xml' } : {}));
        const { root, sha256 } = signed;
        about(`${root} ${sha256}`);
        return { root, sha256, xml: signed.xml.toString('base64') };
      },
    ),
  ];
}
