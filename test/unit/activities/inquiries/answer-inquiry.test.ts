/** The worker's answers to inquiries: the right cause when DGII does not let a signer act, and signatures on files of DGII's portal. */
import { createHash, randomBytes } from 'node:crypto';
import { openCompanyCertificates } from '../../../../src/activities/certificates/company-certificates.js';
import { answerInquiry } from '../../../../src/activities/answer-inquiry.js';
import type { Inquiry } from '../../../../src/ledger/inquiries/inquiries.js';
import type { Store } from '../../../../src/ledger/ledger.js';
import { sealCertificate } from '../../../../src/signing/keys/seal-certificate.js';
import { verifyXml } from '../../../../src/signing/verify/verify.js';
import { postulacion } from '../../../harness/samples/portal-xml.js';
import { makeSigner } from '../../signing/fixtures.js';

const { certificate } = makeSigner();
const environment = 'pre-certification';
const suspended = { environment, reason: 'NOT_DELEGATED', encf: 'E310000000001', since: new Date(0) };
const unavailable = (cause: string, ...mensajes: object[]) => {
  return { kind: 'unavailable', cause, detail: '', mensajes, reply: null };
};

interface Given {
  readonly inquiry: Omit<Inquiry, 'id'>;
  /** What DGII answers about the trackIds of the company's voucher. */
  readonly trackIds?: object;
  readonly certificate?: object;
  readonly certificates?: object;
  /** The certificate in the ledger that a person chose. */
  readonly found?: object;
  /** Somebody has claimed the question: the asker who gave up, or an earlier run. */
  readonly claimed?: true;
}

/** DGII issues a token to the signer of a suspended company. */
async function answerTo(given: Given): Promise<unknown> {
  let answer: unknown;
  let chosen = 0;
  const deps = {
    store: {
      findInquiry: () => Promise.resolve({ id: 'i', ...given.inquiry }),
      answerInquiry: (_id: string, said: unknown) => {
        answer = said;
        return Promise.resolve();
      },
      findCompany: () => Promise.resolve({ companyId: 1, rnc: '999999992', environment, suspended }),
      findCertificate: () => Promise.resolve(given.found),
      claimInquiry: () => Promise.resolve(given.claimed !== true),
      currentCertificate: () => Promise.resolve(undefined),
      chooseCertificate: () => Promise.resolve((chosen += 1)),
      resumeIssuing: () => Promise.resolve(true),
    },
    dgii: {
      renewToken: () => Promise.resolve({ kind: 'token' }),
      trackIds: () => Promise.resolve(given.trackIds),
    },
    certificates: given.certificates ?? { current: () => Promise.resolve(given.certificate ?? certificate) },
    clock: () => new Date(),
  } as unknown as Parameters<typeof answerInquiry>[0];
  const end = await answerInquiry(deps, 'i', new AbortController().signal);
  expect(end).toBe(given.claimed ? 'expired' : 'answered');
  return given.claimed ? { answer, chosen } : answer;
}

describe('a certificate check', () => {
  const inquiry = { kind: 'certificate-check', about: { companyId: 1, environment } } as const;
  const { fingerprint } = certificate;

  test.each([
    {
      name: 'DGII does not let the signer ask about the company’s voucher',
      trackIds: unavailable('not-allowed-to-ask', { codigo: '0', valor: 'No tiene permisos' }),
      mensajes: [{ codigo: '0', valor: 'No tiene permisos' }],
    },
    { name: 'DGII says that it is not delegated', trackIds: unavailable('not-delegated'), mensajes: [] },
  ])('although DGII issues a token, names the delegation when $name', async ({ trackIds, mensajes }) => {
    expect(await answerTo({ inquiry, trackIds })).toEqual({
      outcome: 'refused',
      reason: 'NOT_DELEGATED',
      mensajes,
      fingerprint,
    });
  });

  test('ends the suspension when DGII answers about the voucher', async () => {
    expect(await answerTo({ inquiry, trackIds: { kind: 'not-found' } })).toEqual({
      outcome: 'token',
      fingerprint,
      resumed: true,
    });
  });
});

test('a person’s questions are about a certificate that was imported a moment ago, although a step has just read the one before', async () => {
  const masterKey = randomBytes(32);
  const [before, imported] = [certificate, makeSigner().certificate];
  let stored = sealCertificate(1, before, masterKey);
  const ledger = { currentCertificate: () => Promise.resolve(stored) } as unknown as Store;
  const certificates = openCompanyCertificates(ledger, [masterKey]);
  const now = new Date();
  await certificates.current(1, now);
  stored = sealCertificate(1, imported, masterKey);
  const about = { companyId: 1, environment } as const;
  const check = { kind: 'certificate-check', about } as const;
  expect(await answerTo({ inquiry: check, certificates, trackIds: { kind: 'not-found' } })).toMatchObject({
    fingerprint: imported.fingerprint,
  });
  stored = sealCertificate(1, before, masterKey);
  const xml = Buffer.from(postulacion).toString('base64');
  const sign = { kind: 'portal-signature', about: { companyId: 1, xml } } as const;
  const answer = (await answerTo({ inquiry: sign, certificates })) as { xml: string };
  const verified = verifyXml(Buffer.from(answer.xml, 'base64').toString());
  if (!verified.ok) throw new Error(verified.reason);
  expect(verified.certificate.toString()).toBe(stored.certificatePem);
});

test('a certificate is not chosen after the asker gave up, nor again after a run whose answer was lost', async () => {
  const inquiry = { kind: 'certificate-use', about: { companyId: 1, fingerprint: 'a' } } as const;
  const { certificateDer, notBefore, notAfter } = certificate;
  const found = { certificatePem: certificateDer, notBefore, notAfter };
  expect(await answerTo({ inquiry, found })).toEqual({ outcome: 'chosen' });
  expect(await answerTo({ inquiry, found, claimed: true })).toEqual({ answer: undefined, chosen: 0 });
});

test('a certificate that expired meanwhile is not chosen', async () => {
  const inquiry = { kind: 'certificate-use', about: { companyId: 1, fingerprint: 'a' } } as const;
  const found = { notBefore: new Date(0), notAfter: new Date(1) };
  expect(await answerTo({ inquiry, found })).toEqual({ outcome: 'refused', reason: 'CERTIFICATE_EXPIRED' });
});

describe('a file of the portal', () => {
  const inquiryFor = (xml: string) =>
    ({
      kind: 'portal-signature',
      about: { companyId: 1, xml: Buffer.from(xml).toString('base64') },
    }) as const;

  test('comes back signed, with its root and hash', async () => {
    const answer = (await answerTo({ inquiry: inquiryFor(postulacion) })) as { xml: string };
    const signed = Buffer.from(answer.xml, 'base64');
    expect(answer).toEqual({
      outcome: 'signed',
      root: 'Postulacion',
      xml: answer.xml,
      sha256: createHash('sha256').update(signed).digest('hex'),
    });
    expect(verifyXml(signed.toString())).toMatchObject({ ok: true });
  });

  test('is checked by the worker too, although the api has checked it', async () => {
    const inquiry = inquiryFor('<Envoltura><ECF><A/></ECF></Envoltura>');
    expect(await answerTo({ inquiry })).toEqual({ outcome: 'refused', reason: 'XML_FISCAL' });
  });

  test.each([
    ['none-imported', 'CERTIFICATE_MISSING'],
    ['expired', 'CERTIFICATE_EXPIRED'],
    ['not-yet-valid', 'CERTIFICATE_NOT_YET_VALID'],
    ['sealed-under-another-key-or-damaged', 'CERTIFICATE_UNREADABLE'],
  ])('stays unsigned when the certificate is %s', async (unusable, reason) => {
    const answer = await answerTo({ inquiry: inquiryFor(postulacion), certificate: { unusable } });
    expect(answer).toEqual({ outcome: 'refused', reason });
  });
});
