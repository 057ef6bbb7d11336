/** Advice on DGII's messages. */
import { advisedCodes, adviceOn } from '../../../../src/ecf/messages/advice.js';
import { rejectionCodes } from '../../../../src/ecf/messages/dgii-messages.js';

test('each code of a rejection has advice, except the one that says nothing', () => {
  expect(new Set([...advisedCodes, 'DGII_RECHAZADO'])).toEqual(new Set(rejectionCodes));
  expect(adviceOn('DGII_RECHAZADO')).toBeNull();
});
