/** The attacker's process: starts and stops storms on order (see orders.ts). */
import { createDice } from '../../bench/dice.js';
import { trustAuthority } from '../../bench/http.js';
import { companies } from '../../bench/scenarios/companies.js';
import { createDgiiFaults } from '../../torture/outages/dgii-faults.js';
import { storms, type StormWorld } from '../storms.js';
import { enterHostileCompany } from './hostile-company.js';
import type { Answered, AttackerOptions, Order } from './orders.js';
import { createStrangers } from './strangers.js';

const [text = ''] = process.argv.slice(2);
const { apiUrl, simulatorUrl, companyId, seed, proxyAuthority } = JSON.parse(text) as AttackerOptions;
if (proxyAuthority !== undefined) trustAuthority(proxyAuthority);
const strangers = createStrangers({ proxied: proxyAuthority !== undefined });
const company = companies.find((one) => one.companyId === companyId);
if (company === undefined) throw new Error(`There is no company ${companyId}`);
const hostile = await enterHostileCompany(apiUrl, company, strangers);
const dgii = createDgiiFaults(simulatorUrl);
const world: StormWorld = { apiUrl, dice: createDice(`${seed}:attacker`), hostile, strangers, dgii };
let end: (() => Promise<void>) | undefined;

async function carryOut(order: Order) {
  switch (order.do) {
    case 'start':
      hostile.answers.clear();
      end = await storms[order.name]?.begin(world);
      return true as const;
    case 'stop':
      await end?.();
      return [...hostile.answers];
    case 'awaitFinal':
      return hostile.awaitFinal();
  }
}

function answer(message: Answered): void {
  process.send?.(message);
}

process.on('disconnect', () => process.exit(0));
process.on('message', (order: Order) => {
  carryOut(order).then(
    (done) => answer({ answer: done }),
    (error: unknown) => answer({ error: String(error) }),
  );
});
answer({ answer: true });
