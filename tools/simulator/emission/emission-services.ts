/** DGII's emission services, and the control endpoint that orders the same in any environment, as the portal's buttons do. */
import type { Environment } from '../../../src/ecf/model/environments.js';
import type { Dgii } from '../dgii.js';
import type { Query } from '../services/queries.js';
import { json, type Reply } from '../http/reply.js';
import { bytesOf, emitApproval, emitVoucher, type Emission } from './emission.js';
import type { Destination } from './outgoing.js';
import type { Model } from './model.js';

const dgiiRnc = '131880681';
const flaws = ['none', 'altered', 'incomplete'] as const;
const states = ['accepted', 'rejected', 'unknown'] as const;

/** `emisioncomprobantes`: sends an e-CF to the address in the body, and answers with the e-CF. */
export async function sendVoucher(
  dgii: Dgii,
  environment: Environment,
  model: Model | undefined,
): Promise<Reply> {
  const emission = await orderedVoucher(dgii, environment, onlyOf(model, voucherMembers));
  if (typeof emission === 'string') return json(400, { mensajes: [emission] });
  const { emitted, answered } = emission;
  if (answered.status === null) return json(400, { mensajes: answered.mensajes });
  const body = await bytesOf(dgii, emitted);
  return { status: 200, contentType: 'application/xml; charset=utf-8', body };
}

/** `envioaprobacioncomercial`: sends an ACECF about a voucher of ours. */
export async function sendApproval(
  dgii: Dgii,
  environment: Environment,
  model: Model | undefined,
): Promise<Reply> {
  const emission = await orderedApproval(dgii, environment, onlyOf(model, approvalMembers));
  if (typeof emission === 'string') return json(400, { mensajes: [emission] });
  const { mensajes, status } = emission.answered;
  return json(200, { estado: status === 200 ? 'OK' : 'Error', mensajes });
}

/** `consultaacuserecibo`: DGII's opinion of the last acknowledgement of a voucher. The RNC may be either party's. */
export function acknowledgementState({ record }: Dgii, { environment, parameters }: Query): Reply {
  const rnc = parameters.get('rnc') ?? '';
  const encf = parameters.get('encf')?.toUpperCase() ?? '';
  if (rnc === '' || encf === '') return json(400, { mensajes: ['Los campos Rnc y Encf son requeridos.'] });
  const found = record
    .answersTo(environment, encf)
    .findLast((one) => one.document === 'ECF' && [one.rncEmisor, one.rncComprador].includes(rnc));
  if (found === undefined) return json(200, { rnc, encf, estado: 'No encontrado', mensajes: [] });
  const { mensajes } = found;
  return json(200, { rnc, encf, estado: mensajes.length === 0 ? 'Aceptado' : 'Rechazado', mensajes });
}

/** `POST /_simulator/emission`: an approval when the body has an address for it, else an e-CF. */
export async function orderEmission(
  dgii: Dgii,
  environment: Environment,
  model: Model | undefined,
): Promise<Reply> {
  const approval = model?.has('urlaprobacioncomercial') === true;
  const emission = approval
    ? await orderedApproval(dgii, environment, model)
    : await orderedVoucher(dgii, environment, model);
  if (typeof emission === 'string') return json(400, { error: emission });
  const { emitted, answered } = emission;
  const { rncEmisor, rncComprador, encf, sha256 } = emitted;
  const { status, estado, motivo, mensajes, sha256: answerSha256 } = answered;
  return json(200, {
    rncEmisor,
    rncComprador,
    encf,
    sha256,
    status,
    estado,
    motivo,
    mensajes,
    answerSha256,
  });
}

const voucherMembers = ['rnc', 'tipoencf', 'urlrecepcion', 'urlautenticacion'];
const approvalMembers = ['rnc', 'encf', 'estadoaprobacion', 'urlaprobacioncomercial', 'urlautenticacion'];

function onlyOf(model: Model | undefined, names: readonly string[]): Model | undefined {
  return model && new Map([...model].filter(([name]) => names.includes(name)));
}

async function orderedVoucher(
  dgii: Dgii,
  environment: Environment,
  model: Model | undefined,
): Promise<Emission> {
  const read = (name: string) => model?.get(name) ?? '';
  const to = destinationOf(read('urlrecepcion'), read('urlautenticacion'));
  const rncComprador = read('rnc');
  const encf = read('encf');
  if (model === undefined || to === undefined || !isRnc(rncComprador)) return formText;
  return emitVoucher(dgii, {
    environment,
    rncComprador,
    to,
    tipo: encf === '' ? read('tipoencf') : encf.slice(1, 3),
    rncEmisor: isRnc(read('rncemisor')) ? read('rncemisor') : dgiiRnc,
    ...(encf === '' ? {} : { encf }),
    ...(read('sha256') === '' ? {} : { sha256: read('sha256') }),
    otherBytes: read('bytes') === 'other',
    flaw: flaws.find((flaw) => flaw === read('flaw')) ?? 'none',
    atDgii: states.find((state) => state === read('atdgii')) ?? 'accepted',
  });
}

async function orderedApproval(
  dgii: Dgii,
  environment: Environment,
  model: Model | undefined,
): Promise<Emission> {
  const read = (name: string) => model?.get(name) ?? '';
  const to = destinationOf(read('urlaprobacioncomercial'), read('urlautenticacion'));
  const estado = read('estadoaprobacion');
  if (to === undefined || !isRnc(read('rnc')) || (estado !== '1' && estado !== '2')) return formText;
  return emitApproval(dgii, {
    environment,
    rncEmisor: read('rnc'),
    encf: read('encf').toUpperCase(),
    estado,
    to,
    flaw: flaws.find((flaw) => flaw === read('flaw')) ?? 'none',
  });
}

const formText = 'Los datos enviados no son válidos';

function isRnc(text: string): boolean {
  return /^(?:\d{9}|\d{11})$/.test(text);
}

function destinationOf(url: string, authenticationUrl: string): Destination | undefined {
  const good = (text: string) => /^https?:\/\/[^/]/.test(text) && URL.canParse(text);
  if (!good(url) || (authenticationUrl !== '' && !good(authenticationUrl))) return undefined;
  return { url, authenticationUrl };
}
