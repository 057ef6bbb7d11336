/**
 * Reads DGII's seed before we sign it. Without this check we would sign any answer of the seed service, so a hostile
 * endpoint could make us sign an e-CF. Only a SemillaModel passes.
 * Source: semilla-v1.0.xsd (valor, fecha, then the Signature) and Descripción técnica de servicios, "Obtener semilla".
 */

/** DGII's seeds are under 1 KB. */
const seedLengthMax = 16_384;

const namespaces = {
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
  xsd: 'http://www.w3.org/2001/XMLSchema',
} as const;

/**
 * One expression matches the whole text, so the text can contain nothing else: no DOCTYPE, comment, entity, prefix,
 * default namespace, other attribute or other element. Any declared encoding passes: buyers' services in .NET declare UTF-16 whatever they
 * send.
 */
const seedPattern = new RegExp(
  '^(?:<\\?xml version=["\']1\\.0["\'](?: encoding=["\'][\\w.-]{1,40}["\'])?(?: standalone=["\'](?:yes|no)["\'])? ?\\?>)?\\s*' +
    '<SemillaModel((?:\\s+xmlns:(?:xsi|xsd)=(?:"[^"<&]*"|\'[^\'<&]*\')){0,2})\\s*>\\s*' +
    // Base64 or a GUID: visible ASCII without `&`, `<` and `>`.
    '<valor>([\\x21-\\x25\\x27-\\x3b\\x3d\\x3f-\\x7e]+)</valor>\\s*' +
    '<fecha>(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?(?:Z|[+-]\\d\\d:\\d\\d)?)</fecha>\\s*' +
    '</SemillaModel>$',
);

type SeedReading =
  { readonly ok: true; readonly xml: string } | { readonly ok: false; readonly detail: string };

/**
 * Returns the seed as one line, ready to sign. We rebuild it from its two values, because DGII drops white space between
 * elements before it verifies the signature (Firmado de e-CF: PreserveWhitespace = false).
 */
export function readSeed(body: string): SeedReading {
  if (body.length > seedLengthMax) return { ok: false, detail: 'seed is too long' };
  const [, attributes, valor, fecha] = seedPattern.exec(body.replace(/^\uFEFF/, '').trim()) ?? [];
  if (attributes === undefined || valor === undefined || fecha === undefined)
    return { ok: false, detail: 'not a SemillaModel' };
  const declared: string[] = [];
  for (const [, prefix, quoted] of attributes.matchAll(/xmlns:(xsi|xsd)=("[^"]*"|'[^']*')/g)) {
    if (prefix !== 'xsi' && prefix !== 'xsd') return { ok: false, detail: 'unknown namespace' };
    if (quoted?.slice(1, -1) !== namespaces[prefix] || declared.includes(prefix))
      return { ok: false, detail: 'unknown namespace' };
    declared.push(prefix);
  }
  const root = declared
    .map((prefix) => ` xmlns:${prefix}="${namespaces[prefix as keyof typeof namespaces]}"`)
    .join('');
  return {
    ok: true,
    xml:
      '<?xml version="1.0" encoding="utf-8"?>' +
      `<SemillaModel${root}><valor>${valor}</valor><fecha>${fecha}</fecha></SemillaModel>`,
  };
}
