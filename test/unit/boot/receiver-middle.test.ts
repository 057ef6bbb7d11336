/** What people type in DGII's portal of the receiver's address. */
import { receiverMiddle } from '../../../src/boot/settings/receiver.js';

const shared = { enabled: true, port: 0 };

test.each([
  { name: 'a host', url: 'https://ecf.example.do', receiver: shared, middle: 'ecf.example.do' },
  {
    name: 'a port and a path',
    url: 'https://h.example:18443/a/b',
    receiver: shared,
    middle: 'h.example:18443/a/b',
  },
  { name: 'no public address', url: '', receiver: shared, middle: null },
  { name: 'plain http, on this machine', url: 'http://127.0.0.1:18080', receiver: shared, middle: null },
  {
    name: 'the receiver is off',
    url: 'https://ecf.example.do',
    receiver: { enabled: false, port: 0 },
    middle: null,
  },
  {
    name: 'a port of its own',
    url: 'https://ecf.example.do',
    receiver: { enabled: true, port: 18443 },
    middle: null,
  },
])('the middle of the address: $name', ({ url, receiver, middle }) => {
  expect(receiverMiddle(url, receiver)).toBe(middle);
});
