/** The recorded histories hold only references, codes and times, and nothing about the machine that recorded them. */
import { contentsIn } from './contents.js';
import { attributesOf, historyNames, readHistory, type HistoryJson } from './histories.js';

const withPayload = (text: string): HistoryJson => ({
  events: [
    {
      eventId: '1',
      eventType: 'EVENT_TYPE_ACTIVITY_TASK_COMPLETED',
      activityTaskCompletedEventAttributes: {
        result: {
          payloads: [
            { metadata: { encoding: 'anNvbi9wbGFpbg==' }, data: Buffer.from(text).toString('base64') },
          ],
        },
      },
    },
  ],
});

test.each(historyNames)('%s holds no voucher contents', (name) => {
  expect(contentsIn(readHistory(name), ['131880681'])).toEqual([]);
});

test.each(historyNames)('%s names no machine and no process', (name) => {
  const identities = readHistory(name).events.flatMap((event) => attributesOf(event)['identity'] ?? []);
  expect(new Set(identities)).toEqual(new Set(['recorder']));
});

test.each([
  { what: 'signed XML', text: '"<?xml version=\\"1.0\\"?><ECF><Encabezado/></ECF>"' },
  { what: 'an e-CF as JSON', text: '{"ECF":{"IdDoc":{}}}' },
  { what: 'a certificate', text: '"-----BEGIN CERTIFICATE-----"' },
  { what: 'a certificate without its frame', text: `"MII${'A1b2'.repeat(40)}"` },
  { what: 'a token', text: '{"token":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln"}' },
  { what: 'a buyer', text: '{"RazonSocialComprador":"COMPRADOR DE PRUEBA SRL"}' },
  { what: 'a text of the voucher', text: '"para comprador secreto"' },
  { what: 'DGII’s answer', text: '{"mensajes":[{"codigo":1}]}' },
  { what: 'a long result', text: JSON.stringify('x'.repeat(5_000)) },
])('$what would be found', ({ text }) => {
  expect(contentsIn(withPayload(text), ['COMPRADOR SECRETO'])).not.toEqual([]);
});

test.each([
  '{"state":"submitted","status":"En Proceso","final":false,"waiting":null,"reply":"1/0f3a"}',
  '"Entrega al comprador de E310000000001 · empresa 1"',
  '{"text":"Envío 1: el comprador no respondió; puede haberlo recibido"}',
])('real results and summaries are not mistaken for contents: %s', (text) => {
  expect(contentsIn(withPayload(text), ['COMPRADOR SECRETO'])).toEqual([]);
});
