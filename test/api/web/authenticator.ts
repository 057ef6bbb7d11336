/** The authenticator of a person in a test. Each code works once, so the api's clock goes on to the next one. */
import { TOTP } from 'otpauth';
import { clave, type Browser, type Web } from './harness.js';

/** A step of the authenticator, so that the next code is a new one. */
export const nextStep = (web: Web) => (web.aheadMs += 30_000);

export const codeOf = (web: Web, secret: string) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + web.aheadMs });

export function nextCode(web: Web, secret: string): string {
  nextStep(web);
  return codeOf(web, secret);
}

/** Six digits that are no code of this moment, of the step before it or of the one after it. */
export function wrongCode(web: Web, secret: string): string {
  const valid = [-30_000, 0, 30_000].map((ms) =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + web.aheadMs + ms }),
  );
  return ['000000', '000001', '000002', '000003'].find((code) => !valid.includes(code)) ?? '';
}

/** Wrong passwords and codes are counted per quarter of an hour. This moves the clock to the start of the next one. */
export function startQuarter(web: Web): void {
  const quarterMs = 15 * 60_000;
  web.aheadMs += quarterMs - ((Date.now() + web.aheadMs) % quarterMs);
}

/** Activates the second factor of the browser's person. */
export async function enrol(web: Web, browser: Browser) {
  const begun = await browser.call('POST', '/session/totp', { body: { password: clave } });
  const { secret } = begun.body as { secret: string };
  const code = nextCode(web, secret);
  const confirmed = await browser.call('POST', '/session/totp/confirm', { body: { code } });
  expect(confirmed.status).toBe(200);
  return { secret, recoveryCodes: confirmed.body['recoveryCodes'] as string[] };
}
