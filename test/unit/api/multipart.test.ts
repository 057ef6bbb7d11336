/** The form of the receiver: one part, whatever a stranger sends. */
import { Readable } from 'node:stream';
import { xmlPartOf } from '../../../src/api/receiver/multipart.js';

const contentType = 'multipart/form-data; boundary=q';
const xmlHead = 'Content-Disposition: form-data; name="xml"; filename="a.xml"';
const megabyte = 1024 * 1024;
const pieceBytes = 60_000;

test('a body of several megabytes is read whole, and others get their turn meanwhile', async () => {
  const content = Buffer.alloc(4 * megabyte, '<a>\r\n--');
  const { xml, turns } = await readBeside(form(part(xmlHead, content)));
  expect(xml?.equals(content)).toBe(true);
  expect(turns).toBeGreaterThan(32);
});

test.each([
  ['with names', part('Content-Disposition: form-data; name="x"', Buffer.from('A'))],
  ['without a name', part('Content-Type: text/plain', Buffer.from('A'))],
  ['without headers', '--q\r\n\r\n\r\n'],
])('of a hundred thousand parts %s only the first bytes are read', async (_, one) => {
  const { xml, turns } = await readBeside(form(Buffer.from(one.toString()), 100_000));
  expect(xml).toBeUndefined();
  expect(turns).toBeLessThan(8);
});

test('a second part is refused wherever it begins', async () => {
  const first = part(xmlHead, Buffer.alloc(megabyte, 'x'));
  expect(await xmlOf(form(first))).toHaveLength(megabyte);
  for (const second of [part(xmlHead, Buffer.from('x')), part('A: b', Buffer.from('x'))])
    expect(await xmlOf(form(Buffer.concat([first, second])))).toBeUndefined();
});

test.each([
  ['no end', part(xmlHead, Buffer.from('<a/>'))],
  ['no part', Buffer.from('--q--\r\n')],
  ['nothing', Buffer.alloc(0)],
  ['no delimiter', Buffer.alloc(megabyte, 'x')],
])('a body with %s has no XML', async (_, body) => {
  expect(await xmlOf(body)).toBeUndefined();
});

/** The body arrives in pieces, as from a socket. */
async function xmlOf(body: Buffer): Promise<Buffer | undefined> {
  const pieces = Array.from({ length: Math.ceil(body.length / pieceBytes) }, (_, index) =>
    body.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );
  return xmlPartOf(Readable.from(pieces), contentType);
}

function part(head: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`--q\r\n${head}\r\n\r\n`), content, Buffer.from('\r\n')]);
}

function form(part: Buffer, count = 1): Buffer {
  return Buffer.concat([...Array.from({ length: count }, () => part), Buffer.from('--q--\r\n')]);
}

/** Reads the body. @returns also how many turns of the event loop others got meanwhile */
async function readBeside(body: Buffer): Promise<{ xml: Buffer | undefined; turns: number }> {
  let turns = 0;
  let reading = true;
  const turn = () => {
    turns += 1;
    if (reading) setImmediate(turn);
  };
  setImmediate(turn);
  const xml = await xmlOf(body);
  reading = false;
  return { xml, turns };
}
