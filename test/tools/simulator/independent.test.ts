/** The simulator shares no knowledge of vouchers with the code that it checks. From the core it uses only environments and type names. */
import { filesIn, importsOf } from '../../tidy/project-files.js';

const allowed = ['src/ecf/model/environments.ts', 'src/ecf/model/ecf-types.ts'];

test('the simulator imports neither builder, rules, catalogue nor client', () => {
  const found = filesIn('tools/simulator', '.ts').flatMap((file) =>
    importsOf(file)
      .map(({ target }) => target)
      .filter((target) => target !== undefined && /^src\/(ecf|dgii|ledger|activities)\//.test(target))
      .filter((target) => target !== undefined && !allowed.includes(target))
      .map((target) => `${file.path} imports ${target ?? ''}`),
  );
  expect(found).toEqual([]);
});
