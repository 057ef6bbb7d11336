/** Spanish texts that tell people why a voucher was not received, or why the signature of an ARECF is not valid. */

const found: Readonly<Record<string, string>> = {
  'too-large': 'El archivo es demasiado grande.',
  'not-well-formed': 'El XML no está bien formado.',
  'forbidden-construct': 'El XML tiene algo que no se admite: DOCTYPE o demasiados niveles.',
  'signature-missing': 'No tiene firma.',
  'signature-repeated': 'Tiene más de una firma.',
  'signature-misplaced': 'La firma no es el último elemento del documento.',
  'signature-structure': 'La firma no tiene la estructura prescrita.',
  'algorithm-refused':
    'La firma usa un algoritmo que no se admite: la DGII exige RSA con SHA-256, y las canonicalizaciones son las de XML Signature 1.1.',
  'reference-refused': 'La firma no cubre el documento entero.',
  'certificate-unreadable': 'El certificado de la firma no se puede leer.',
  'key-refused': 'La clave del certificado no es RSA, es demasiado corta, o su exponente no es 65537.',
  'content-altered': 'El contenido no es el que se firmó: cambió después de la firma.',
  'signature-value-wrong': 'El valor de la firma no corresponde al certificado.',
  'certificate-expired': 'El certificado de la firma venció.',
  'certificate-not-yet-valid': 'El certificado de la firma todavía no está vigente.',
  'certificate-not-trusted': 'El certificado de la firma no es de una autoridad de confianza.',
  'certificate-not-checked': 'No se pudo comprobar qué autoridad emitió el certificado de la firma.',
  RNCComprador: 'RNCComprador no es de una empresa que recibe aquí.',
  'the same bytes': 'El mismo comprobante, que ya tiene acuse de recibo.',
  'other bytes': 'Ya se recibió otro archivo con ese número del mismo emisor.',
};

/** How libxml2 begins to say it, and how we say it: its texts are cut, so their ends may be missing. */
const structure: readonly (readonly [RegExp, string])[] = [
  [/^type (\d+) has no receiver/, 'El tipo $1 no se envía a un receptor.'],
  [/^Element '(.*?)': This element is not expected\. Expected is \( (.*?) \)/, '$1 no va ahí: se espera $2.'],
  [
    /^Element '(.*?)': This element is not expected\. Expected is one of \( ([^)]*?)(?: \)|$)/,
    '$1 no va ahí: se espera uno de $2.',
  ],
  [/^Element '(.*?)': This element is not expected/, '$1 no va ahí, o está repetido.'],
  [/^Element '(.*?)': Missing child element\(s\)\. Expected is \( (.*?) \)/, 'En $1 falta $2.'],
  [
    /^Element '(.*?)': Missing child element\(s\)\. Expected is one of \( ([^)]*?)(?: \)|$)/,
    'En $1 falta uno de $2.',
  ],
  [/^Element '(.*?)': Missing child element/, 'En $1 falta un elemento.'],
  [/^Element '(.*?)': \[facet 'enumeration'\] The value '(.*?)' is not/, '$1: «$2» no es un valor admitido.'],
  [/^Element '(.*?)': \[facet 'pattern'\] The value '(.*?)' is not/, '$1: «$2» no tiene la forma admitida.'],
  [
    /^Element '(.*?)': \[facet 'maxLength'\] .*? length of '(\d+)'; .* length of '(\d+)'/,
    '$1 tiene $2 caracteres, y admite $3.',
  ],
  [
    /^Element '(.*?)': \[facet 'minLength'\] .*? length of '(\d+)'; .* length of '(\d+)'/,
    '$1 tiene $2 caracteres, y necesita $3.',
  ],
  [/^Element '(.*?)': \[facet 'totalDigits'\] The value '(.*?)' has/, '$1: «$2» tiene demasiadas cifras.'],
  [
    /^Element '(.*?)': \[facet 'fractionDigits'\] The value '(.*?)' has/,
    '$1: «$2» tiene demasiados decimales.',
  ],
  [/^Element '(.*?)': \[facet 'm\w+clusive'\] The value '(.*?)' is/, '$1: «$2» está fuera de los límites.'],
  [/^Element '(.*?)': '(.*?)' is not a valid value/, '$1: «$2» no es un valor válido.'],
  [/^Element '(.*?)', attribute '(.*?)': .* is not allowed/, '$1 no admite el atributo $2.'],
  [/^Element '(.*?)': Character content/, 'En $1 hay texto donde solo van elementos.'],
  [/^Element '(.*?)': Element content is not allowed/, 'En $1 hay elementos donde solo va texto.'],
  [/^Element '(.*?)': No matching global declaration/, '$1 no es el elemento raíz prescrito.'],
];

/** A text that we do not know stays as it is: it says more than nothing. */
export function receptionFaultText(detail: string): string {
  const known = Object.hasOwn(found, detail) ? found[detail] : undefined;
  if (known !== undefined) return known;
  const [pattern, text] = structure.find(([one]) => one.test(detail)) ?? [];
  if (pattern === undefined || text === undefined) return detail;
  const [, ...parts] = pattern.exec(detail) ?? [];
  return text.replace(/\$(\d)/g, (_, n: string) => parts[Number(n) - 1] ?? '');
}
