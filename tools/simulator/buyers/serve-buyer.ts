/** The services of a buyer: DGII's own, or one of the settings. */
import { join } from 'node:path';
import { environments, type Environment } from '../../../src/ecf/model/environments.js';
import type { Dgii } from '../dgii.js';
import { openAuthentication, type Authentication } from '../http/authentication.js';
import { empty, type Reply } from '../http/reply.js';
import type { BuyerAddress, ServiceName } from '../http/services.js';
import { exchange } from '../http/token-exchange.js';
import { keepUnserved, type Served } from '../http/unserved.js';
import type { Settings } from '../settings.js';
import { addressPrefix, type Buyer } from './buyer-settings.js';
import { approve, receive, type BuyerPost } from './receiver.js';

/** DGII's token must never be sent to a buyer. The record shows this reason when it was. */
const dgiiTokenReason = 'llegó un token de la DGII';

const buyerServices = [
  ...(['receptorsemilla', 'receptorvalidacion', 'receptorrecepcion', 'receptoraprobacion'] as const),
] as const satisfies readonly ServiceName[];
type BuyerService = (typeof buyerServices)[number];

export function isOfBuyer(service: ServiceName): service is BuyerService {
  return buyerServices.some((one) => one === service);
}

export function buyerAt({ buyers }: Settings, { rnc, prefix }: BuyerAddress): Buyer | undefined {
  const buyer = buyers.find((one) => one.rnc === rnc);
  if (buyer === undefined || ['dead-port', 'unknown-host'].includes(buyer.address)) return undefined;
  return prefix === (buyer.address === 'prefixed' ? addressPrefix : '') ? buyer : undefined;
}

/** @param buyer undefined for the buyer that DGII imitates */
export async function serveBuyer(
  dgii: Dgii,
  served: Served & { readonly service: BuyerService },
  buyer: Buyer | undefined,
): Promise<Reply> {
  const { service, route, headers } = served;
  const { environment } = route;
  const authentication = await authenticationOf(dgii, buyer);
  const declares = buyer?.authentication ?? true;
  switch (service) {
    case 'receptorsemilla':
      if (!declares) return empty(404);
      return {
        status: 200,
        contentType: 'text/xml; charset=utf-8',
        body: authentication.seed(environment),
      };
    case 'receptorvalidacion':
      return declares ? exchange({ ...dgii, authentication }, served) : empty(404);
  }
  const { authorization } = headers;
  if (isOfDgii(dgii, authorization)) {
    await keepUnserved(dgii, served, dgiiTokenReason);
    return empty(401);
  }
  const demands = buyer?.authentication ?? dgii.settings.current.dgiiBuyerToken === 'required';
  if (demands && authentication.holder(environment, authorization) === undefined) {
    await keepUnserved(dgii, served, 'sin token válido');
    return empty(401);
  }
  const post: BuyerPost = { route, upload: served.upload ?? 'Multipart cannot be empty' };
  return service === 'receptorrecepcion' ? receive(dgii, post, buyer) : approve(dgii, post, buyer);
}

function authenticationOf(dgii: Dgii, buyer: Buyer | undefined): Promise<Authentication> {
  const { buyerAuthentications: opened } = dgii;
  const name = buyer?.rnc ?? 'dgii';
  const known = opened.get(name);
  if (known !== undefined) return known;
  const opening = openAuthentication({ ...dgii, dataDir: join(dgii.dataDir, 'contribuyentes', name) });
  opened.set(name, opening);
  return opening;
}

function isOfDgii({ authentication }: Dgii, authorization: string | undefined): boolean {
  return (Object.keys(environments) as Environment[]).some(
    (environment) => authentication.holder(environment, authorization) !== undefined,
  );
}
