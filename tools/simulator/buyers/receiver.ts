/** The receiver of an imitated buyer: signed acknowledgements, and 200 or 400 for approvals (web services §3.7). */
import type { Dgii } from '../dgii.js';
import { readPosted, type Posted } from '../http/posted.js';
import type { Refused } from '../http/refusal.js';
import type { Route } from '../http/services.js';
import { keepUnserved } from '../http/unserved.js';
import type { Upload, UploadFault } from '../http/upload.js';
import { empty, html, json, type Manner, type Reply } from '../http/reply.js';
import { sha256Of, type BuyerPlace } from '../record.js';
import { structureFault } from '../verdict/structure.js';
import { readTree, textAt, type Element } from '../verdict/xml-tree.js';
import { acknowledgementOf } from './acknowledgement.js';
import { entryOf, type BuyerAnswer } from './buyer-answers.js';
import type { Buyer } from './buyer-settings.js';

/** CodigoMotivoNoRecibido (Formato ARECF v1.0 p. 5). */
const motivos = { specification: '1', signature: '2', duplicate: '3', buyer: '4' } as const;
/** The types that every buyer receives. DGII's documents have 45 only among the approvals, so it depends on a setting. */
const types = ['31', '33', '34', '44'];
const dgiiRnc = '131880681';

export interface BuyerPost {
  readonly route: Route;
  readonly upload: Upload | UploadFault;
}

export async function receive(
  dgii: Dgii,
  { route, upload }: BuyerPost,
  buyer: Buyer | undefined,
): Promise<Reply> {
  const { record, clock, identities, baseUrl } = dgii;
  const posted = readPosted(upload, dgii, clock());
  if ('valor' in posted) return unreadable(dgii, { route, upload }, posted);
  const root = contentOf(posted);
  const rncComprador = textAt(root, 'Encabezado/Comprador/RNCComprador');
  const number = {
    rncEmisor: textAt(root, 'Encabezado/Emisor/RNCEmisor'),
    encf: textAt(root, 'Encabezado/IdDoc/eNCF'),
  };
  const place: BuyerPlace = {
    environment: route.environment,
    service: 'receptorrecepcion',
    ...receiverOf(buyer),
    ...number,
  };
  const answer = dueAnswer(buyer?.answers, record.atBuyer(place).length);
  const { taken = true, motivo: ordered, form, handledTwice } = entryOf(answer);
  const handle = async (): Promise<string> => {
    const at = clock();
    const reason = ordered ?? reasonFor(dgii, posted, root, { place, buyer });
    const motivo = taken ? reason : 'not-taken';
    const what = { ...place, rncComprador, sha256: sha256Of(posted.bytes), motivo, ...said(buyer, answer) };
    // The delivery is checked and recorded in memory before the first await, so of two simultaneous deliveries the second is a duplicate.
    await record.keep({ kind: 'to-buyer', at: at.toISOString(), ...what }, posted.bytes);
    const certificate = await identities.of(buyer?.rnc ?? dgiiRnc);
    const acknowledged = { ...number, rncComprador, motivo: reason === 'repeated' ? '' : reason };
    return acknowledgementOf(acknowledged, at, certificate, form);
  };
  const first = await handle();
  const body = handledTwice === true ? await handle() : first;
  const whole: Reply = { status: 200, contentType: 'application/xml; charset=utf-8', body };
  return leaving(whole, answer, buyer, baseUrl());
}

export async function approve(
  dgii: Dgii,
  { route, upload }: BuyerPost,
  buyer: Buyer | undefined,
): Promise<Reply> {
  const { record, clock, baseUrl, schemaFault } = dgii;
  const posted = readPosted(upload, dgii, clock());
  if ('valor' in posted) return unreadable(dgii, { route, upload }, posted);
  const { root, bytes } = posted;
  const read = (name: string) => textAt(root, `DetalleAprobacionComercial/${name}`);
  const number = { rncEmisor: read('RNCEmisor'), encf: read('eNCF') };
  const place: BuyerPlace = {
    environment: route.environment,
    service: 'receptoraprobacion',
    ...receiverOf(buyer),
    ...number,
  };
  const answer = dueAnswer(buyer?.approvalAnswers, record.atBuyer(place).length);
  const mine = buyer === undefined || buyer.rnc === number.rncEmisor;
  const fits = root?.name === 'ACECF' && mine && schemaFault('ACECF', '', posted.xml) === undefined;
  const motivo = entryOf(answer).taken === false ? 'not-taken' : fits ? '' : motivos.specification;
  const what = { ...place, sha256: sha256Of(bytes), motivo, ...said(buyer, answer) };
  const rncComprador = read('RNCComprador');
  await record.keep({ kind: 'to-buyer', at: clock().toISOString(), ...what, rncComprador }, bytes);
  return leaving(empty(fits ? 200 : 400), answer, buyer, baseUrl());
}

/** A post that is no document gets no acknowledgement. */
async function unreadable(dgii: Dgii, post: BuyerPost, { status, valor }: Refused): Promise<Reply> {
  await keepUnserved(dgii, post, valor);
  return json(status, valor);
}

/** DGII's document leaves 45 out for its own buyer, but has approvals of that type. */
function takes({ settings }: Dgii, type: string, buyer: Buyer | undefined): boolean {
  const liberal = buyer !== undefined || settings.current.dgiiBuyerType45 === 'taken';
  return types.includes(type) || (type === '45' && liberal);
}

/** The order of the checks is that of the design of our own receiver; no official text states one. */
function reasonFor(
  dgii: Dgii,
  posted: Posted,
  root: Element | undefined,
  { place, buyer }: { readonly place: BuyerPlace; readonly buyer: Buyer | undefined },
): string {
  const { record, schemaFault } = dgii;
  const type = textAt(root, 'Encabezado/IdDoc/TipoeCF');
  if (root === undefined || structureFault(root) !== undefined || !takes(dgii, type, buyer))
    return motivos.specification;
  if (schemaFault('ECF', type, posted.xml) !== undefined) return motivos.specification;
  if (posted.root === undefined || posted.chainFault !== undefined) return motivos.signature;
  const rncComprador = textAt(root, 'Encabezado/Comprador/RNCComprador');
  if (rncComprador === '' || (buyer !== undefined && buyer.rnc !== rncComprador)) return motivos.buyer;
  const before = record.atBuyer(place).filter(({ motivo }) => motivo === '');
  if (before.length === 0) return '';
  const same = before.some(({ sha256 }) => sha256 === sha256Of(posted.bytes));
  return same && buyer?.repeated === 'acknowledge-again' ? 'repeated' : motivos.duplicate;
}

/** The voucher as signed, or as sent when its signature is not valid: the acknowledgement of a refusal names it too. */
function contentOf({ root, xml }: Posted): Element | undefined {
  if (root !== undefined) return root;
  const sent = readTree(xml);
  return sent && { ...sent, children: sent.children.filter(({ name }) => name !== 'Signature') };
}

function receiverOf(buyer: Buyer | undefined): Pick<BuyerPlace, 'receiver'> {
  return buyer === undefined ? {} : { receiver: buyer.rnc };
}

function said(buyer: Buyer | undefined, answer: BuyerAnswer): { readonly answer?: BuyerAnswer } {
  return buyer === undefined ? {} : { answer };
}

/** @param before how many times something about this voucher came before */
function dueAnswer(answers: readonly BuyerAnswer[] = [], before: number): BuyerAnswer {
  return answers[before] ?? answers.at(-1) ?? 'acknowledge';
}

function leaving(reply: Reply, answer: BuyerAnswer, buyer: Buyer | undefined, baseUrl: string): Reply {
  const { sends, status = reply.status } = entryOf(answer);
  const sent = { ...reply, status };
  const slowMs = buyer?.lateMs ?? 0;
  const inManner = (action: Manner['action']): Reply => ({ ...sent, manner: { action, slowMs } });
  switch (sends) {
    case 'late':
      return inManner('slow');
    case 'in-pieces':
      return inManner('in-pieces');
    case 'nothing':
      return inManner('accept-then-drop');
    case 'endless':
      return inManner('endless');
    case 'other-body':
      return html(status, 'Bienvenido');
    case 'twice':
      return { ...sent, body: `${reply.body.toString()}\n${reply.body.toString()}` };
    case 'elsewhere':
      return { ...empty(status), location: `${baseUrl}/otra-parte` };
    default:
      return sent;
  }
}
