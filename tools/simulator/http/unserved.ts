/** A request on its way to a service, and the record of a post that no service took. */
import type { IncomingMessage } from 'node:http';
import type { Model } from '../emission/model.js';
import type { Dgii } from '../dgii.js';
import type { Fault } from '../faults.js';
import { sha256Of } from '../record.js';
import type { Query } from '../services/queries.js';
import { refusalReply, type Refused } from './refusal.js';
import type { Reply } from './reply.js';
import type { Route } from './services.js';
import type { Upload, UploadFault } from './upload.js';

export interface Served {
  readonly route: Route;
  readonly headers: IncomingMessage['headers'];
  readonly parameters: Query['parameters'];
  readonly upload: Upload | UploadFault | undefined;
  /** Of a service that takes no file. */
  readonly model: Model | undefined;
  readonly fault: Fault | undefined;
}

const noFile: Upload = { fileName: '', bytes: Buffer.alloc(0) };

/** A function that records this post as refused and answers it. `observed` is the answer that the service was seen to give. */
export function refuserOf(
  dgii: Dgii,
  post: Pick<Served, 'route' | 'upload'>,
): (refused: Refused, observed: () => Reply) => Promise<Reply> {
  return async (refused, observed) => {
    await keepUnserved(dgii, post, refused.valor);
    return refusalReply(refused, dgii.settings.current.refusalForm, observed);
  };
}

/** Records a post that no service handled, with its file. If no file could be read, the entry has no file name and no bytes. */
export async function keepUnserved(
  { record, clock }: Dgii,
  { route, upload }: Pick<Served, 'route' | 'upload'>,
  reason: string,
): Promise<void> {
  if (upload === undefined) return;
  const { fileName, bytes } = typeof upload === 'string' ? noFile : upload;
  const at = clock().toISOString();
  const { service, environment, buyer } = route;
  const where = { service, environment, ...(buyer === undefined ? {} : { receiver: buyer.rnc }) };
  await record.keep({ kind: 'refused', at, ...where, fileName, reason, sha256: sha256Of(bytes) }, bytes);
}
