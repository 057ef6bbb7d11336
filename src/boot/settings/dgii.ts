/** The settings of the calls to DGII. */
import { dgiiHost } from './addresses.js';
import { chapter, milliseconds, secret, text, yesOrNo, type Setting } from './setting.js';

const mustBeItsOwn = "must be DGII's own address: leave it out.";

/** Plain http is only for the simulator on this machine. */
const allowHttp = yesOrNo('DGII_ALLOW_HTTP', 'false', ['true', 'false'], {
  text: "Plain HTTP to DGII's hosts, for the simulator on this machine.",
  readers: ['api', 'worker', 'start'],
  production: 'must be `false`.',
});

/** False when Node's own variable switches off all certificate checks, even for DGII. */
const certificatesChecked: Setting<boolean> = {
  name: 'NODE_TLS_REJECT_UNAUTHORIZED',
  text: "Node's own variable: `0` switches off all checks of certificates. `NODE_EXTRA_CA_CERTS`, also Node's, adds authorities that it trusts.",
  readers: ['api', 'worker', 'start'],
  allowed: 'anything',
  fallback: '',
  unset: 'certificates are checked',
  production: 'must not be `0`. Do not use `NODE_EXTRA_CA_CERTS` either.',
  read: (env) => env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0',
};

export const dgii = chapter('DGII', {
  ecfHost: dgiiHost(
    {
      name: 'DGII_ECF_HOST',
      text: 'The host of the e-CF services, without the environment. While it has its default, npm start uses the simulator; roles that start alone use DGII.',
      readers: ['api', 'worker', 'start'],
      production: mustBeItsOwn,
    },
    allowHttp,
  ),
  fcHost: dgiiHost(
    {
      name: 'DGII_FC_HOST',
      text: 'The host of the services for summaries (type 32 below 250,000.00), without the environment.',
      readers: ['api', 'worker', 'start'],
      production: mustBeItsOwn,
    },
    allowHttp,
  ),
  statusHost: dgiiHost(
    {
      name: 'DGII_STATUS_HOST',
      text: "The host of DGII's status service.",
      readers: ['api', 'worker', 'start'],
      production: mustBeItsOwn,
    },
    allowHttp,
  ),
  statusApiKey: secret(
    text('DGII_STATUS_API_KEY', '', 'a text', {
      text: "The key of DGII's status service.",
      readers: ['worker'],
      unset: '`dgii status` asks the seed service instead',
    }),
  ),
  allowHttp,
  certificatesChecked,
  authTimeoutMs: milliseconds('DGII_AUTH_TIMEOUT_MS', 10_000, [100, 120_000], {
    text: 'The longest call for a token.',
    readers: ['api', 'worker', 'cli'],
  }),
  submitTimeoutMs: milliseconds('DGII_SUBMIT_TIMEOUT_MS', 20_000, [100, 120_000], {
    text: 'The longest delivery of a voucher. A delivery that takes longer has no answer, and DGII is asked before the next one.',
    readers: ['api', 'worker', 'cli'],
  }),
  queryTimeoutMs: milliseconds('DGII_QUERY_TIMEOUT_MS', 15_000, [100, 120_000], {
    text: 'The longest query.',
    readers: ['api', 'worker', 'cli'],
  }),
});
