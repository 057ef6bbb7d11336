/** Which addresses an endpoint of events may have. */
import { webhookUrlOf } from '../../../src/services/events/webhook-input.js';

const called = (url: string, privateAddresses: 'refuse' | 'allow' = 'refuse') => {
  const checked = webhookUrlOf(url, { privateAddresses });
  return checked.outcome === 'ok' ? checked.url : checked.refusal;
};

test.each([
  { url: 'https://erp.ejemplo.example/ecf?a=b#c', is: 'https://erp.ejemplo.example/ecf?a=b' },
  { url: 'https://erp.ejemplo.example:443/', is: 'https://erp.ejemplo.example/' },
  { url: 'https://erp.ejemplo.example:8443/', is: 'https://erp.ejemplo.example:8443/' },
  { url: 'https://8.8.8.8/', is: 'https://8.8.8.8/' },
])('$url is called as $is', ({ url, is }) => {
  expect(called(url)).toBe(is);
});

test.each([
  'http://erp.ejemplo.example/',
  'ftp://erp.ejemplo.example/',
  'https://erp.ejemplo.example:22/',
  'https://erp.ejemplo.example:1023/',
  'https://usuario@erp.ejemplo.example/',
  'https://usuario:clave@erp.ejemplo.example/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://10.0.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'erp.ejemplo.example',
  'https://',
  `https://erp.ejemplo.example/${'x'.repeat(2_000)}`,
  'https://erp.ejemplo.example/\u202Ecf',
])('%s is refused', (url) => {
  expect(called(url)).toBe('WEBHOOK_URL_INVALID');
});

test('where the operator allows it, http and private addresses are called, but never with a user', () => {
  expect(called('http://127.0.0.1:3000/', 'allow')).toBe('http://127.0.0.1:3000/');
  expect(called('http://usuario@127.0.0.1:3000/', 'allow')).toBe('WEBHOOK_URL_INVALID');
  expect(called('file:///etc/passwd', 'allow')).toBe('WEBHOOK_URL_INVALID');
});
