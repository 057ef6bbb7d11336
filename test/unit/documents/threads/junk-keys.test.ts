/** Bodies of unknown keys, in a process with little memory. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectFile } from '../../../../src/shared/project-file.js';

const program = `
  const { createChecker } = await import(process.argv[1]);
  const checker = createChecker({ threadsMax: 2 });
  const asked = { facts: { today: '01-07-2026', company: { rnc: '999999992' } }, signingTime: '01-07-2026 10:15:00', wanted: 'xml' };
  const keys = Array.from({ length: 900_000 }, (_, n) => '"k' + n + '":1').join();
  const bodies = ['{' + keys + '}', '{"ECF":{"Encabezado":{"IdDoc":{"TipoeCF":31,' + keys + '}}}}'];
  const check = async (text, companyId) => {
    try {
      const { errores } = await (await checker.parse(companyId, Buffer.from(text))).check(asked);
      return [errores.length, errores[0].code, errores.at(-1).code].join();
    } catch (error) {
      return error.name;
    }
  };
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => check(bodies[n % 2], n)));
  console.log([...new Set(answers)].sort().join('|'));
  console.log(JSON.stringify(checker.figures().replaced));
  await checker.close();
`;

test('twenty bodies with 900,000 unknown keys get their thousand faults, and the process goes on with a heap of 512 MB', async () => {
  const flags = ['--max-old-space-size=512', '--input-type=module', '--eval', program];
  const file = projectFile('dist/src/documents/threads/checker.js');
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, file]);
  const [answers, replaced] = stdout.trim().split('\n');
  expect(answers).toBe('1001,ESTRUCTURA-02,ESTRUCTURA-19');
  expect(replaced).toBe('{"wasm":0,"ended":0}');
  // Twenty bodies of ten megabytes, with two threads: on a busy machine half a minute and more.
}, 240_000);
