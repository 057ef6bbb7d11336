/** One voucher: what the screen shows, its JSON, its signed XML, the buyer's acknowledgement and approval, and its printed form. */
import { documentStates } from '../../ecf/model/document-states.js';
import { encfAsked } from '../encf-asked.js';
import { lastAcknowledgement } from '../../ledger/buyers/buyer-delivery.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { endedDeliveries } from '../../ledger/vouchers/operator-decisions.js';
import { ownAddressOf } from '../../services/mail/mail-customer.js';
import { findDocument } from '../../services/vouchers/find-voucher.js';
import { noteBalance, noteBasis } from '../../services/vouchers/note-basis.js';
import { ServiceError } from '../../shared/errors.js';
import { consultaUrlOf } from '../buyers/consulta-url.js';
import { mailAnswer, sendToCustomer } from './customer-mail.js';
import { printAnswer, readPaper } from './document-print.js';
import { signedXmlOf } from './documents.js';
import { doneOr } from '../web/operator-refusal.js';
import { WebError } from '../web/web-error.js';
import {
  download,
  downloadXml,
  FileAnswer,
  get,
  post,
  type RouteDeps,
  type WebRequest,
  type WebRoute,
} from '../web/web-route.js';
import { contentAnswer } from '../web/content-answer.js';
import { adviceOnVerdict } from './advice.js';
import { isReplaced, voucherAnswer, voucherRow } from './web-voucher-answer.js';

const path = '/companies/:companyId/:environment/vouchers/:encf';

export function oneRoutes(deps: RouteDeps): readonly WebRoute[] {
  const { store, config, isProcessing, limits } = deps;
  return [
    get(path, 'read', async (request) => {
      const latest = await findVoucher(deps, request);
      const earlier = await store.earlierAttempts(latest);
      const wanted = attemptOf(request) ?? latest.attempt;
      const document = [latest, ...earlier].find(({ attempt }) => attempt === wanted);
      if (document === undefined) throw new WebError('ATTEMPT_NOT_FOUND');
      const [link, mails, lastAddress, notes, processing] = await Promise.all([
        consultaUrlOf(deps, document),
        store.mailsOfVoucher(document),
        lastAddressFor(deps, document),
        notesAnswer(deps, document),
        document.final ? null : isProcessing(),
      ]);
      const view = voucherAnswer(
        document,
        { latest, earlier },
        {
          now: deps.clock(),
          // Its pages show every company.
          temporalUiUrl: request.actor.support ? config.web.temporalUiUrl : null,
          link,
          mails,
        },
      );
      return {
        ...view,
        correoCliente: view.correoComprador ?? lastAddress ?? null,
        endedDeliveries: endedDeliveries(document, deps.clock()),
        // After an earlier attempt there was another one already.
        verdictAdvice: document === latest ? adviceOnVerdict(document, request.company.origin) : null,
        notes,
        processing,
      };
    }),
    post(`${path}/mail`, { permission: 'issue', audit: 'voucher.mail' }, async (request) => {
      const { reference, correos, mensaje } = request.body as MailBody;
      const { encf } = request.params;
      // To whom is what the company wants to know later.
      request.about(`${encf} ${correos.join(' ')}`);
      const mails = await sendToCustomer(deps, await findVoucher(deps, request), {
        key: `person:${reference}`,
        to: correos,
        by: request.actor.by,
        ...(mensaje !== undefined && { message: mensaje }),
      });
      return { correos: mails.map(mailAnswer) };
    }),
    get(`${path}/note-basis`, 'read', async (request) => {
      const { companyId, environment, encf } = await findVoucher(deps, request);
      const found = await noteBasis(deps, { companyId, environment, encf });
      const { balance, credited, more } = doneOr(found, (refusal) =>
        refusal.refusal === 'NOTE_NOT_POSSIBLE' ? refusal.facts : {},
      );
      return { balance, credited, more };
    }),
    get(`${path}/json`, 'read', async (request) => {
      const document = await findVoucher(deps, request, attemptOf(request));
      const bytes = await store.getFileBytes(document.contentFile);
      return download(`${document.encf}.json`, 'application/json', bytes);
    }),
    get(`${path}/content`, 'read', async (request) => {
      const document = await findVoucher(deps, request, attemptOf(request));
      const { companyId, environment } = document;
      const bytes = await store.getFileBytes(document.contentFile);
      const content = await deps.checker.readable(companyId, bytes, 'normal-form');
      return contentAnswer(content, async (encf) => {
        const found = await findDocument(deps, { companyId, environment, encf });
        return found.outcome === 'found';
      });
    }),
    get(`${path}/xml`, 'read', async (request) => {
      const document = await findVoucher(deps, request, attemptOf(request));
      return downloadXml(deps, `${document.rncEmisor}${document.encf}.xml`, signedXmlOf(document));
    }),
    get(`${path}/acknowledgement`, 'read', async (request) => {
      const document = await findVoucher(deps, request, attemptOf(request));
      const { buyerDelivery, rncEmisor, encf } = document;
      const acknowledgement = lastAcknowledgement(buyerDelivery);
      if (acknowledgement === undefined) throw new WebError('NOT_ACKNOWLEDGED');
      return downloadXml(deps, `ARECF${rncEmisor}${encf}.xml`, acknowledgement);
    }),
    get(`${path}/approval`, 'read', async (request) => {
      const document = await findVoucher(deps, request, attemptOf(request));
      const approval = await store.findShownApproval(document);
      if (approval?.file === undefined) throw new WebError('NO_APPROVAL');
      const { file, sha256 } = approval;
      return downloadXml(deps, `ACECF${document.rncEmisor}${document.encf}.xml`, { file, sha256 });
    }),
    get(`${path}/print`, { permission: 'read', turn: 'none' }, async (request) => {
      const asked = attemptOf(request);
      const latest = await findVoucher(deps, request);
      const document =
        asked === undefined || asked === latest.attempt ? latest : await findVoucher(deps, request, asked);
      const { signed: _void, ...unsigned } = document;
      const printed = isReplaced(document, latest) ? unsigned : document;
      const paper = readPaper(request.query['format']);
      const { companyId } = document;
      const { body, headers } = await limits.prints.run(companyId, () =>
        printAnswer(deps, request.company, printed, { paper, printedFor: companyId }),
      );
      return new FileAnswer('application/pdf', body, headers);
    }),
  ];
}

interface MailBody {
  /** The dialog makes it once. So a second click, or a retry after a lost answer, sends nothing twice. */
  readonly reference: string;
  readonly correos: readonly string[];
  readonly mensaje?: string;
}

async function notesAnswer({ store }: RouteDeps, document: DocumentRecord) {
  const { companyId, environment, encf } = document;
  const { rows, more } = await store.notesOn(companyId, environment, encf);
  const balance = await noteBalance(store, document, rows.length > 0);
  return { items: rows.map(voucherRow), more, balance: balance ?? null };
}

/** For a voucher without an address that may be sent to the customer: where the customer's last one went. */
async function lastAddressFor({ store }: RouteDeps, document: DocumentRecord): Promise<string | undefined> {
  const { rncComprador, state } = document;
  const isSendable = documentStates[state].accepted === 1;
  const isNeeded = isSendable && rncComprador !== '' && ownAddressOf(document).length === 0;
  return isNeeded ? store.lastAddressOf(document, rncComprador) : undefined;
}

/** Finds an attempt, the latest one without `attempt`. Throws ENCF_INVALID, ECF_NOT_FOUND or ATTEMPT_NOT_FOUND. */
export async function findVoucher(
  deps: RouteDeps,
  { company: { companyId }, environment, params }: Pick<WebRequest, 'company' | 'environment' | 'params'>,
  attempt?: number,
): Promise<DocumentRecord> {
  const encf = encfAsked(params['encf']);
  const wanted = { companyId, environment, encf: encf.text, ...(attempt === undefined ? {} : { attempt }) };
  const found = await findDocument(deps, wanted);
  if (found.outcome === 'found') return found.document;
  if (found.refusal === 'ECF_NOT_FOUND') throw new ServiceError('ECF_NOT_FOUND');
  throw new WebError('ATTEMPT_NOT_FOUND');
}

function attemptOf({ query }: WebRequest): number | undefined {
  return query['attempt'] === undefined ? undefined : Number(query['attempt']);
}
