/** Advice on DGII's messages. */
import { advisedCodes, adviceOn } from '../../../../src/ecf/messages/advice.js';
import { rejectionCodes } from '../../../../src/ecf/messages/dgii-messages.js';

test('each code of a rejection has advice, except DGII_RECHAZADO, which does not say why', () => {
  expect(new Set([...advisedCodes, 'DGII_RECHAZADO'])).toEqual(new Set(rejectionCodes));
  expect(adviceOn('DGII_RECHAZADO', 'production')).toBeNull();
});

test.each(['DGII_NO_DELEGADO', 'DGII_SECUENCIA_UTILIZADA'])(
  '%s names what DGII shows in the environment: its virtual office, or the certification portal',
  (code) => {
    expect(adviceOn(code, 'production')).toContain('Oficina Virtual');
    expect(adviceOn(code, 'certification')).toContain('portal de certificación');
    expect(adviceOn(code, 'certification')).not.toContain('Oficina Virtual');
  },
);
