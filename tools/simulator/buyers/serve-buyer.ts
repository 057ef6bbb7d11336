/** The services of a buyer of the settings: seed and token of its own, if it has declared them, vouchers and approvals. */
import { join } from 'node:path';
import { environments, type Environment } from '../../../src/ecf/model/environments.js';
import { openAuthentication, type Authentication } from '../http/authentication.js';
import { empty, type Reply } from '../http/reply.js';
import type { BuyerAddress } from '../http/services.js';
import { exchange, type ExchangeDependencies } from '../http/token-exchange.js';
import { keepUnserved, type Served } from '../http/unserved.js';
import type { Post } from '../services/reception.js';
import type { Settings } from '../settings.js';
import { addressPrefix, type Buyer } from './buyer-settings.js';
import type { Receiver, ReceiverDependencies } from './receiver.js';

/** DGII's token must never be sent to a buyer. The record shows this reason when it was. */
const dgiiTokenReason = 'llegó un token de la DGII';

/** The buyer at an address; undefined when nobody is there. */
export function buyerAt({ buyers }: Settings, { rnc, prefix }: BuyerAddress): Buyer | undefined {
  const buyer = buyers.find((one) => one.rnc === rnc);
  if (buyer === undefined || ['dead-port', 'unknown-host'].includes(buyer.address)) return undefined;
  return prefix === (buyer.address === 'prefixed' ? addressPrefix : '') ? buyer : undefined;
}

interface DeskDependencies
  extends ExchangeDependencies, Pick<ReceiverDependencies, 'trusted' | 'delegations'> {
  readonly receiver: Receiver;
  readonly dataDir: string;
}

export type BuyerDesk = ReturnType<typeof createBuyerDesk>;

export function createBuyerDesk() {
  const opened = new Map<string, Promise<Authentication>>();
  return { serve };

  async function serve(dependencies: DeskDependencies, served: Served, buyer: Buyer): Promise<Reply> {
    const { service, environment } = served.route;
    const authentication = await authenticationOf(dependencies, buyer);
    if (service === 'receptorsemilla' || service === 'receptorvalidacion') {
      if (!buyer.authentication) return empty(404);
      if (service === 'receptorvalidacion') return exchange({ ...dependencies, authentication }, served);
      return { status: 200, contentType: 'text/xml; charset=utf-8', body: authentication.seed(environment) };
    }
    const { authorization } = served.headers;
    if (isOfDgii(dependencies, authorization)) {
      await keepUnserved(dependencies, served, dgiiTokenReason);
      return empty(401);
    }
    if (buyer.authentication && authentication.holder(environment, authorization) === undefined) {
      await keepUnserved(dependencies, served, 'sin token válido');
      return empty(401);
    }
    const upload = served.upload ?? 'Multipart cannot be empty';
    const post: Post = { environment, headers: served.headers, holder: '', upload };
    const { receiver } = dependencies;
    return service === 'receptorrecepcion' ? receiver.receive(post, buyer) : receiver.approve(post, buyer);
  }

  /** Each buyer has its own secret, so that no token of DGII or of another buyer is valid. */
  function authenticationOf(dependencies: DeskDependencies, { rnc }: Buyer): Promise<Authentication> {
    const known = opened.get(rnc);
    if (known !== undefined) return known;
    const dataDir = join(dependencies.dataDir, 'contribuyentes', rnc);
    const opening = openAuthentication({ ...dependencies, dataDir });
    opened.set(rnc, opening);
    return opening;
  }
}

function isOfDgii({ authentication }: DeskDependencies, authorization: string | undefined): boolean {
  return (Object.keys(environments) as Environment[]).some(
    (environment) => authentication.holder(environment, authorization) !== undefined,
  );
}
