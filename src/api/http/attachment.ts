/** The headers of a file that a browser saves. The name may have only ASCII letters, digits, dots and dashes. */
export function attachment(name: string): Readonly<Record<string, string>> {
  return { 'Content-Disposition': `attachment; filename=${name}` };
}
