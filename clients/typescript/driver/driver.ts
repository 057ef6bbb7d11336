/**
 * Plays the table of cases through this client: one request in JSON on each line of stdin, one answer on each line of stdout. It is not part
 * of the package.
 */
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { EcfClient, EcfError, verifyWebhook, type ClientOptions, type Voucher } from '../src/index.js';

interface Request {
  readonly id: number;
  readonly client: ClientOptions;
  readonly call: string;
  readonly args: Args;
}

/** Each call uses some of them. */
interface Args {
  readonly voucher: Voucher;
  readonly encf: string;
  readonly seconds: number;
  readonly ecfType: number;
  readonly rnc: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secret: string | readonly string[];
  readonly waitForFinal?: number;
  readonly externalReference?: string;
  readonly idempotencyKey?: string;
  readonly tipo?: number;
  readonly limit?: number;
  readonly after?: string;
  readonly types?: readonly string[];
  readonly wait?: number;
  readonly url: string;
  readonly webhookId: string;
  readonly description?: string;
}

const clients = new Map<string, EcfClient>();

/** Cases with the same options share a client, and so its token. */
function clientFor(options: ClientOptions): EcfClient {
  const key = JSON.stringify(options);
  const client = clients.get(key) ?? new EcfClient(options);
  clients.set(key, client);
  return client;
}

async function run({ client: options, call, args }: Request): Promise<unknown> {
  if (call === 'verifyWebhook') return verifyWebhook({ ...args, body: Buffer.from(args.body, 'base64') });
  const client = clientFor(options);
  switch (call) {
    case 'validate':
      return client.validate(args.voucher);
    case 'send':
      return client.send(args.voucher, args);
    case 'issue':
      return client.issue(args.voucher, args);
    case 'totals':
      return client.totals(args.voucher);
    case 'status':
      return client.status(args.encf);
    case 'waitForFinal':
      return client.waitForFinal(args.encf, args.seconds);
    case 'next':
      return client.next(args);
    case 'documents':
      return taken(client.documents(args));
    case 'print':
      return digest(await client.print(args.encf));
    case 'xml':
      return digest(await client.xml(args.encf));
    case 'taxpayer':
      return client.taxpayer(args.rnc);
    case 'eventPage':
      return client.events.page(args);
    case 'latestEvent':
      return client.events.latest();
    case 'eventPages':
      return taken(client.events.pages(args));
    case 'webhooks':
      return client.webhooks.list();
    case 'createWebhook':
      return client.webhooks.create({ url: args.url });
    case 'webhook':
      return client.webhooks.get(args.webhookId);
    case 'updateWebhook':
      return client.webhooks.update(args.webhookId, { description: args.description ?? '' });
    case 'webhookDeliveries':
      return taken(client.webhooks.deliveries(args.webhookId));
    case 'rotateWebhookSecret':
      return client.webhooks.rotateSecret(args.webhookId);
    case 'deleteWebhook':
      return client.webhooks.delete(args.webhookId).then(() => 'deleted');
    default:
      throw new Error(`No such call: ${call}`);
  }
}

async function taken<T>(list: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const one of list) all.push(one);
  return all;
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function answer(request: Request): Promise<object> {
  try {
    return { result: await run(request) };
  } catch (error) {
    if (!(error instanceof EcfError)) return { failure: String(error) };
    const { code, status, campo = null, errores } = error;
    return { error: { code, status, campo, errores: errores.map((one) => one.code) } };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line) as Request;
  void answer(request).then((outcome) => {
    process.stdout.write(`${JSON.stringify({ id: request.id, ...outcome })}\n`);
  });
}
