/** The limits on what callers of the api may ask. All api processes share them; 0: no limit. */
import { chapter, integer } from './setting.js';

export const limits = chapter('Limits of callers', {
  callsPerMinute: integer('ECF_CALLS_PER_MINUTE', 12_000, [0, 10_000_000], {
    text: 'Calls of one company in a minute, over all api processes, counted in windows of 10 s. Beyond it the answer is 429. 0: no limit.',
    readers: ['api'],
  }),
  userFailuresMax: integer('ECF_LOGIN_FAILURES', 10, [0, 1_000_000], {
    text: 'Failed logins of one user from one address in 15 minutes. 0: no limit.',
    readers: ['api'],
  }),
  addressFailuresMax: integer('ECF_LOGIN_FAILURES_PER_ADDRESS', 100, [0, 1_000_000], {
    text: 'Failed logins from one address in 15 minutes, whatever the user. 0: no limit.',
    readers: ['api'],
  }),
  everywhereFailuresMax: integer('ECF_LOGIN_FAILURES_PER_USER', 50, [0, 1_000_000], {
    text: 'Failed logins of one user in 15 minutes, whatever the address. 0: no limit.',
    readers: ['api'],
  }),
});
