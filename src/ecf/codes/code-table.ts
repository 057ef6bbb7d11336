/** The XSD type and the OpenAPI schema get the same name. */
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
