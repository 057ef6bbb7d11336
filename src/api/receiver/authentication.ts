/**
 * The receiver's own authentication: a seed, and a token for a sender that returns it signed (like DGII's web services §3.2, but
 * smaller).
 */
import type { Response } from 'express';
import { ServiceError } from '../../shared/errors.js';
import { certificateRefusal, type CertificateCheck } from '../../documents/read/signature.js';
import { ReceiverError } from './receiver-error.js';
import type { Posted, ReceiverDeps } from './receiver-deps.js';

const declaration = '<?xml version="1.0" encoding="utf-8"?>';
const namespaces =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

/** The seed is always XML, whatever the caller accepts. */
export function seedXml({ tokens, clock }: ReceiverDeps): string {
  const seed = tokens.seed(clock());
  return (
    `${declaration}<SemillaModel ${namespaces}><valor>${seed.text}</valor>` +
    `<fecha>${seed.issuedAt.toISOString()}</fecha></SemillaModel>`
  );
}

/** A seed gives one token only, over all api processes. */
export async function exchangeSeed(deps: ReceiverDeps, { network, xml }: Posted, res: Response) {
  const { checker, store, tokens, clock, checks } = deps;
  const now = clock();
  const read = await deps.receptions.run(network, () => checker.readSignedSeed(network, xml, checks()));
  if (read.outcome === 'refused' && read.encoding !== undefined)
    throw new ReceiverError('XML_ENCODING_UNSUPPORTED', read.encoding);
  if (read.outcome === 'refused' || certificateRefusal(read.signer, checkOf(deps.config)) !== undefined)
    throw new ReceiverError('SEED_INVALID');
  const seed = readSeed(tokens, read.valor, now);
  if (!(await store.useSeed(seed.id, seed.expiresAt))) throw new ReceiverError('SEED_INVALID');
  const { text, issuedAt, expiresAt } = tokens.issue(read.signer.fingerprint, now);
  const answer = { token: text, expira: dateOf(expiresAt), expedido: dateOf(issuedAt) };
  const form = res.req.accepts(['application/json', 'application/xml', 'text/xml']);
  if (form === false || form === 'application/json') res.json(answer);
  else res.type(form).send(tokenXml(answer));
}

/**
 * Nobody knows yet to which company the sender will write, so the least strict environment decides here. Later each document is checked by
 * the setting of its own company. A certificate outside its period of validity never gets a token, whatever the settings are.
 */
function checkOf({ certificates }: ReceiverDeps['config']): CertificateCheck {
  return Object.values(certificates).every((check) => check === 'chain') ? 'chain' : 'period';
}

function readSeed(tokens: ReceiverDeps['tokens'], valor: string, now: Date) {
  try {
    return tokens.readSeed(valor, now);
  } catch (error) {
    if (error instanceof ServiceError) throw new ReceiverError('SEED_INVALID');
    throw error;
  }
}

function tokenXml({ token, expira, expedido }: Readonly<Record<'token' | 'expira' | 'expedido', string>>) {
  return (
    `${declaration}<RespuestaAutenticacion ${namespaces}><token>${token}</token>` +
    `<expira>${expira}</expira><expedido>${expedido}</expedido></RespuestaAutenticacion>`
  );
}

function dateOf(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
