/** The words of DGII's schema check. DGII uses .NET (web services §3.2), and libxml2 words the same faults in another way. */
import type { XsdFault } from '../../../src/documents/check/xsd-validator.js';

/** Long enough for a person to find the fault. */
const textCharsMax = 300;

interface Wording {
  /** What libxml2 writes after `Element 'X': ` or `Element 'X', `. */
  readonly found: RegExp;
  readonly text: (element: string, parts: readonly string[], parent: string) => string;
}

const lengths: Readonly<Record<string, string>> = {
  length: 'The actual length is not equal to the specified length.',
  minLength: 'The actual length is less than the MinLength value.',
  maxLength: 'The actual length is greater than the MaxLength value.',
};

const wordings: readonly Wording[] = [
  {
    found: /^This element is not expected\.(?: Expected is (?:one of )?\( (.*) \)\.)?/,
    text: (element, [list], parent) =>
      `The element '${parent}' has invalid child element '${element}'.${expected(list)}`,
  },
  {
    found: /^Missing child element\(s\)\. Expected is (?:one of )?\( (.*) \)\./,
    text: (element, [list]) => `The element '${element}' has incomplete content.${expected(list)}`,
  },
  {
    found: /^\[facet '(\w+)'\](?: The value '(.*?)' is)?/s,
    text: (element, [facet = '', value]) => {
      const named = value === undefined ? '' : `The value '${value}' is invalid according to its datatype - `;
      const constraint = `${facet.slice(0, 1).toUpperCase()}${facet.slice(1)}`;
      return `The '${element}' element is invalid - ${named}${lengths[facet] ?? `The ${constraint} constraint failed.`}`;
    },
  },
  {
    found: /^'(.*)' is not a valid value of the (?:local )?atomic type/s,
    text: (element, [value]) =>
      `The '${element}' element is invalid - The value '${value}' is invalid according to its datatype.`,
  },
  {
    found: /^No matching global declaration/,
    text: (element) => `The '${element}' element is not declared.`,
  },
  {
    found: /^attribute '([^']*)'/,
    text: (_element, [attribute]) => `The '${attribute}' attribute is not declared.`,
  },
  {
    found: /^Character content/,
    text: (element) => `The element '${element}' cannot contain text.`,
  },
  {
    found: /^Element content is not allowed/,
    text: (element) =>
      `The element '${element}' cannot contain child element because the parent element's content model is text only.`,
  },
];

export function dotNetText({ message, path }: XsdFault): string {
  const [, element = '', rest = ''] = /^Element '([^']*)'(?::|,) (.*)$/s.exec(message) ?? [];
  const parent =
    path
      .split('/')
      .at(-2)
      ?.replace(/\[\d+\]$/, '') ?? '';
  for (const { found, text } of wordings) {
    const parts = found.exec(rest);
    if (parts !== null) return text(element, parts.slice(1), parent).slice(0, textCharsMax);
  }
  return message.slice(0, textCharsMax);
}

function expected(list: string | undefined): string {
  if (list === undefined) return '';
  // libxml2 writes `*` or `{namespace}*` for any element.
  const names = list.split(', ').map((name) => (name.endsWith('*') ? 'any element' : name));
  return ` List of possible elements expected: '${names.join(', ')}'.`;
}
