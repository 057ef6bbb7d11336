/** The judge shares no knowledge of vouchers with what it judges: of the core it knows environments and types by name only. */
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
