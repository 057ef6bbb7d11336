/** A code table of DGII: code → meaning in Spanish. The name becomes that of the XSD type and the OpenAPI schema. */
export interface CodeTable {
  readonly name: string;
  readonly codes: ReadonlyMap<string, string>;
}

export function codeTable(
  name: string,
  rows: readonly (readonly [code: string, meaning: string])[],
): CodeTable {
  return { name, codes: new Map(rows) };
}
