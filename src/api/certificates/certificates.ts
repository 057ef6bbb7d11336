/** The browser seals the file and its password for a key that only workers can use, so the api never sees a private key. */
import { dgiiPlace } from '../../ecf/messages/dgii-places.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { InquiryKinds } from '../../ledger/inquiries/inquiries.js';
import { checkCertificate } from '../../services/certificates/check-certificate.js';
import { listCertificates } from '../../services/certificates/list-certificates.js';
import { uploadCertificate, uploadKey } from '../../services/certificates/upload-certificate.js';
import { useCertificate } from '../../services/certificates/choose-certificate.js';
import { importTextOf } from '../../services/certificates/import-texts.js';
import { atMostInHour } from '../limits/rate-limit.js';
import { certificateChecksLimit, certificateImportsLimit } from '../limits/limits.js';
import { doneOr } from '../web/operator-refusal.js';
import { askingWorker, get, post, type OwnTurn, type RouteDeps, type WebRoute } from '../web/web-route.js';

const path = '/companies/:companyId/certificates';

/** A person needs one, and a few more after wrong passwords. A hostile file takes ten seconds of a worker's thread. */
const importsPerHourMax = 20;

/** All companies call DGII from the service's addresses, so DGII may refuse all of them if one company asks without pause. */
const checksPerHourMax = 60;

export function certificateRoutes(deps: RouteDeps): readonly WebRoute[] {
  const { certificateImports } = deps.limits;
  const asking = askingWorker(deps);
  const importing: OwnTurn = (request, work) =>
    certificateImports.run(request.company.companyId, () => asking(request, work));
  // If no key is in use, a worker is asked once for all who want it at that moment.
  let keyAsked: ReturnType<typeof uploadKey> | undefined;
  return [
    // The person gives the fresh code before the browser seals the file.
    get('/seal-key', { permission: 'person', freshCode: 'or-password', turn: 'none' }, async ({ actor }) => {
      keyAsked ??= uploadKey(deps).finally(() => (keyAsked = undefined));
      const { keyId, publicKey, now } = doneOr(await keyAsked);
      return { keyId, publicKey, now, personId: actor.id };
    }),
    get(path, 'read', async ({ company }) => {
      const certificates = await listCertificates(deps, company);
      return certificates.map(
        ({ fingerprint, subject, notBefore, notAfter, importedAt, current, daysLeft, revokedAt }) => ({
          fingerprint,
          subject,
          daysLeft,
          active: current,
          notBefore,
          notAfter,
          importedAt,
          revokedAt,
        }),
      );
    }),
    post(
      path,
      {
        permission: 'certificates',
        audit: 'certificate.import',
        freshCode: 'or-password',
        turn: importing,
        body: 'base64',
      },
      async ({ company: { companyId }, actor: { id: personId }, body, about }) => {
        const upload = body as Omit<InquiryKinds['certificate-import']['about'], 'companyId' | 'personId'>;
        await atMostInHour(deps, certificateImportsLimit, companyId, importsPerHourMax);
        const answer = await uploadCertificate(deps, { ...upload, companyId, personId });
        const imported = doneOr(answer, ({ refusal, facts }) => {
          const mensaje = importTextOf(refusal, facts);
          const campo = refusal === 'CERTIFICATE_WRONG_PASSWORD' ? 'password' : 'p12';
          return { campo, ...(mensaje !== undefined && { mensaje }) };
        });
        about(imported.fingerprint);
        return { fingerprint: imported.fingerprint, replaced: imported.replaced };
      },
    ),
    post(
      `${path}/:fingerprint/use`,
      { permission: 'certificates', audit: 'certificate.use', freshCode: 'or-password', turn: asking },
      async ({ company: { companyId }, params }) => {
        const { fingerprint = '' } = params;
        doneOr(await useCertificate(deps, companyId, fingerprint));
        return {};
      },
    ),
    post(
      `${path}/check`,
      { permission: 'certificates', audit: 'certificate.check', turn: asking },
      async ({ company: { companyId }, body, about }) => {
        const { environment } = body as { readonly environment: Environment };
        about(environment);
        await atMostInHour(deps, certificateChecksLimit, companyId, checksPerHourMax);
        const { fingerprint, resumed } = doneOr(
          await checkCertificate(deps, companyId, environment),
          ({ refusal }) => (refusal === 'NOT_DELEGATED' ? { mensaje: notDelegated(environment) } : {}),
        );
        return { fingerprint, resumed };
      },
    ),
  ];
}

function notDelegated(environment: Environment): string {
  return `El firmante no está delegado para la empresa. ${dgiiPlace(environment).delegate}, y compruebe de nuevo.`;
}
