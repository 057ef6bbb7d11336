/**
 * Checks documents with schemas, as DGII does: with DGII's own when a folder with them is given, and then with the project's, which are made
 * from the catalogue. The project's take every spelling that DGII's take; test/conformance compares the two.
 */
import { fromPublishedSpelling } from '../../../src/documents/read/published-spelling.js';
import { asRead } from '../../../src/documents/read/schema.js';
import {
  createXsdValidator,
  type XsdFault,
  type XsdValidator,
} from '../../../src/documents/check/xsd-validator.js';
import { parseEcfType } from '../../../src/ecf/model/ecf-types.js';
import { dotNetText } from './dot-net-text.js';

export interface Schemas {
  /** Undefined also when no schema fits: the outline in structure.ts refuses such a root or type. */
  readonly firstFault: (root: string, type: string, xml: string) => string | undefined;
  readonly dispose: () => void;
}

type Kind = Parameters<XsdValidator['validate']>[0];

export function openSchemas(officialXsdDir: string): Schemas {
  const own = createXsdValidator();
  const official =
    officialXsdDir === '' ? undefined : createXsdValidator({ officialXsdDir, officialOnly: true });
  const firstOf = (kind: Kind, xml: string): XsdFault | undefined =>
    official?.validate(kind, asRead(xml))[0] ?? own.validate(kind, fromPublishedSpelling(kind, xml))[0];
  return {
    firstFault(root, type, xml) {
      const kind = root === 'ECF' ? parseEcfType(type) : others.find((one) => one === root);
      const fault = kind && firstOf(kind, xml);
      return fault && dotNetText(fault);
    },
    dispose() {
      own.dispose();
      official?.dispose();
    },
  };
}

const others = ['RFCE', 'ARECF', 'ANECF', 'ACECF'] as const;
