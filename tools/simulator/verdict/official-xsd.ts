/** Checks documents with DGII's own schemas when a folder with them is given; otherwise only the outline in structure.ts does. */
import { parseEcfType } from '../../../src/ecf/model/ecf-types.js';
import { createXsdValidator } from '../../../src/xsd/xsd-validator.js';

export interface OfficialXsd {
  /** @param root name of the root element; `type` matters only for an ECF. @returns undefined also when no schema fits. */
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

const others = ['RFCE', 'ARECF', 'ANECF', 'ACECF'] as const;

function documentOf(root: string): (typeof others)[number] | undefined {
  return others.find((one) => one === root);
}
