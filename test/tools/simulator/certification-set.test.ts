/**
 * The official certification set and the golden examples, built and signed as the service does it. The imitated DGII with the
 * official XSDs accepts every sound voucher without any message.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { amountOf } from '../../../src/ecf/model/amounts.js';
import { buildXml } from '../../../src/ecf/xml/build-xml.js';
import { goesAsSummary } from '../../../src/ecf/model/consumer-threshold.js';
import { buildRfce } from '../../../src/ecf/xml/rfce.js';
import { jsonLimits, readJson } from '../../../src/ecf/json/read-json.js';
import { validate } from '../../../src/ecf/validate.js';
import { signBuilt } from '../../harness/samples/sign-built.js';
import type { RunningSimulator } from '../../../tools/simulator/start.js';
import { exampleFacts, exampleJson, exampleNames } from '../../unit/ecf/samples.js';
import { login, makeWorld, post, put, result, rnc, signedAt, submit, type World } from './client.js';

const official = '../shared/dgii';
const setDir = `${official}/certification-set`;
const facts = { today: '01-06-2026', company: { rnc } };

const ofSet = existsSync(setDir) ? readdirSync(setDir).filter((file) => /^E\d{12}\.json$/.test(file)) : [];

let world: World;
let simulator: RunningSimulator;
let token: string;

/** Each group has its own DGII, because some numbers are in both groups. */
function ownSimulator(): void {
  beforeAll(async () => {
    world = makeWorld();
    const officialXsdDir = existsSync(`${official}/xsd`) ? `${official}/xsd` : '';
    simulator = await world.start({ officialXsdDir });
    token = await login(simulator.url, world.certificate);
    // Notes refer to vouchers that are not in the set.
    await put(simulator.url, { references: 'any' });
  });
}

/** @returns DGII's answer: the result of a voucher, or the answer to a summary. */
async function verdictOn({ ecf }: ReturnType<typeof validate>): Promise<unknown> {
  if (ecf === undefined) throw new Error('no voucher');
  const built = buildXml(ecf, signedAt);
  const full = signBuilt(built, world.certificate);
  const encf = /<eNCF>(.*?)</.exec(built.wire)?.[1] ?? '';
  const montoTotal = /<MontoTotal>(.*?)</.exec(built.wire)?.[1];
  if (!goesAsSummary(ecf.type, amountOf(montoTotal))) {
    const { trackId } = (await submit(simulator.url, token, full.xml)).json;
    return result(simulator.url, token, trackId);
  }
  const rfce = signBuilt(buildRfce(ecf, full.securityCode), world.certificate);
  const path = 'recepcionfc/api/recepcion/ecf';
  return (await post(simulator.url, token, path, { content: rfce.xml, fileName: `${rnc}${encf}.xml` })).json;
}

const accepted = { estado: 'Aceptado', mensajes: [{ valor: '' }] };

describe('golden examples', () => {
  ownSimulator();
  test.each(exampleNames)('%s', async (name) => {
    expect(await verdictOn(validate(exampleJson(name), exampleFacts))).toMatchObject(accepted);
  });
});

describe('official certification set', () => {
  if (ofSet.length === 0) {
    console.warn(
      `NOT CHECKED: ${setDir} is not here, so the imitated DGII checked no voucher of the official set.`,
    );
    test('is checked only if the official documents are beside the repository', () =>
      expect(ofSet).toEqual([]));
    return;
  }
  ownSimulator();
  test.each(ofSet)('%s', async (file) => {
    const reading = readJson(readFileSync(`${setDir}/${file}`, 'utf8'), jsonLimits);
    if (!reading.ok) throw new Error(reading.reason);
    expect(await verdictOn(validate(reading.value, facts))).toMatchObject(accepted);
  });
});
