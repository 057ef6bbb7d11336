/** The command line and the web application say the same about a delivery that is under way. */
import { deskMessages } from '../../../src/api/web/desk-errors.js';
import { cliErrors } from '../../../src/cli/terminal/cli-error.js';

test('IN_FLIGHT says how long to wait, everywhere the same', () => {
  expect(cliErrors.IN_FLIGHT.mensaje).toBe('Hay un envío en curso: espere un minuto e intente de nuevo.');
  expect(deskMessages[409].IN_FLIGHT).toBe(cliErrors.IN_FLIGHT.mensaje);
});
