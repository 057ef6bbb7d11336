/** DGII's own schemas as judges, where a folder with them is given; without them the outline in structure.ts has to do. */
import { parseEcfType } from '../../../src/ecf/model/ecf-types.js';
import { createXsdValidator } from '../../../src/xsd/xsd-validator.js';

export interface OfficialXsd {
  /** @param root name of the root element; `type` counts for an ECF only. @returns undefined also when no schema fits. */
  readonly firstFault: (root: string, type: string, xml: string) => string | undefined;
  readonly dispose: () => void;
}

export function officialXsdOf(folder: string): OfficialXsd {
  if (folder === '') return { firstFault: () => undefined, dispose: () => undefined };
  const validator = createXsdValidator({ officialXsdDir: folder, officialOnly: true });
  return {
    firstFault(root, type, xml) {
      const kind = root === 'ECF' ? parseEcfType(type) : documentOf(root);
      return kind === undefined ? undefined : validator.validate(kind, xml)[0]?.message;
    },
    dispose: () => validator.dispose(),
  };
}

function documentOf(root: string): 'RFCE' | 'ANECF' | 'ACECF' | undefined {
  return root === 'RFCE' || root === 'ANECF' || root === 'ACECF' ? root : undefined;
}
