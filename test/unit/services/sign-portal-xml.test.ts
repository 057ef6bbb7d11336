/** What may not be signed is refused before anything is stored, and a refusal of the worker keeps its cause. */
import type { PortalSignatureAnswer } from '../../../src/ledger/inquiries/inquiries.js';
import { signPortalXml } from '../../../src/services/certification/sign-portal-xml.js';
import { postulacion } from '../../harness/samples/portal-xml.js';

async function signed(xml: string | Buffer, answer?: PortalSignatureAnswer) {
  const asked: unknown[] = [];
  const processes = {
    ask: (kind: string, about: unknown) => {
      asked.push([kind, about]);
      return Promise.resolve({ outcome: 'answered', answer });
    },
  } as unknown as Parameters<typeof signPortalXml>[0]['processes'];
  return { asked, result: await signPortalXml({ processes }, 7, Buffer.from(xml)) };
}

test.each([
  ['XML_FISCAL', '<ECF><A/></ECF>'],
  ['XML_FORBIDDEN', '<!DOCTYPE A><A><B/></A>'],
  ['XML_UNREADABLE', 'hola'],
  ['XML_ENCODING_WRONG', Buffer.from([0x3c, 0xff, 0x3e])],
  ['XML_TOO_LARGE', `<A><B>${'x'.repeat(102_400)}</B></A>`],
])('%s: no worker is asked, and so nothing is stored', async (refusal, xml) => {
  const { asked, result } = await signed(xml);
  expect(result).toEqual({ outcome: 'refused', refusal, facts: {} });
  expect(asked).toEqual([]);
});

test('a worker gets the bytes as they are, and its answer becomes bytes again', async () => {
  const answer = { outcome: 'signed', root: 'Postulacion', xml: 'YWJj', sha256: 'f' } as const;
  const { asked, result } = await signed(`\uFEFF${postulacion}`, answer);
  const xml = Buffer.from(`\uFEFF${postulacion}`).toString('base64');
  expect(asked).toEqual([['portal-signature', { companyId: 7, xml }]]);
  expect(result).toEqual({ ...answer, xml: Buffer.from('abc') });
});

test.each([
  ['CERTIFICATE_UNREADABLE', 'CERTIFICATE_NOT_OPENED'],
  ['CERTIFICATE_MISSING', 'CERTIFICATE_MISSING'],
  ['XML_FISCAL', 'XML_FISCAL'],
] as const)('the worker’s %s is %s', async (reason, refusal) => {
  const { result } = await signed(postulacion, { outcome: 'refused', reason });
  expect(result).toEqual({ outcome: 'refused', refusal, facts: {} });
});
