/**
 * The configuration of the programs for one machine: the service's settings, and those that only these programs read.
 */
import { readConfig, serviceSettings } from '../../src/boot/config.js';
import {
  chapter,
  milliseconds,
  port,
  readChapters,
  text,
  type Environment,
} from '../../src/boot/settings/setting.js';
import { cacheSetting } from './binaries/cache.js';

export type StackConfig = ReturnType<typeof readStackConfig>;

const ofTheDemo = "npm start sets it to the demo's";

const ownSettings = {
  stack: chapter('The embedded stack', {
    temporalUiPort: port('TEMPORAL_UI_PORT', 8_233, {
      text: "The port of the embedded Temporal's Web UI.",
      readers: ['start'],
    }),
    mailPagePort: port('DEMO_MAIL_PORT', 8_025, {
      text: "The port of the page with the demo's mails. The demo has a mail server of its own unless `MAIL_FROM` or `SMTP_URL` is set.",
      readers: ['start'],
    }),
    cacheDir: cacheSetting,
  }),
  simulator: chapter('The simulator', {
    port: port('SIMULATOR_PORT', 8_090, {
      text: 'The port of the DGII simulator.',
      readers: ['start', 'simulator'],
    }),
    dataDir: text('SIMULATOR_DATA_DIR', '', 'a folder', {
      text: 'The folder in which the simulator records what it receives.',
      readers: ['start', 'simulator'],
      unset: ofTheDemo,
    }),
    resultDelayMs: milliseconds('SIMULATOR_RESULT_DELAY_MS', 0, [0, 3_600_000], {
      text: 'How long the simulator takes to give a final result. 0: final at the first query.',
      readers: ['simulator'],
    }),
    caFile: text('SIMULATOR_CA_FILE', '', 'a PEM file', {
      text: 'The authority whose certificates the simulator trusts.',
      readers: ['start', 'simulator'],
      unset: ofTheDemo,
    }),
    delegationsFile: text('SIMULATOR_DELEGATIONS_FILE', '', 'a JSON file', {
      text: 'Who may sign for which RNC at the simulator.',
      readers: ['start', 'simulator'],
      unset: ofTheDemo,
    }),
  }),
};

export const stackSettings = { ...serviceSettings, ...ownSettings };

export function readStackConfig(env: Environment) {
  const { stack, simulator } = readChapters(env, ownSettings);
  return Object.freeze({ ...readConfig(env), ...stack, simulator: Object.freeze(simulator) });
}
