/** Builds docs/integrar/validacion.md: every validation code, taken from the tables of codes. */
import { ecfTypeList } from '../../src/ecf/model/ecf-types.js';
import { structureFaults } from '../../src/ecf/model/fault.js';
import { ruleChapters } from '../../src/ecf/rules/rules.js';
import type { Rule } from '../../src/ecf/rules/rule.js';
import { quoted, table } from './markdown.js';

const intro = `# Validación: códigos

Lo que \`validate\` y \`send\` encuentran en un comprobante. Cada hallazgo lleva \`code\` (permanente), \`campo\` (ruta JSON), \`mensaje\` (qué se esperaba y qué se recibió) y \`severidad\`:

- **rechazo**: la DGII lo rechazaría. Está en \`errores\`; \`valido\` es \`false\` y \`send\` no lo envía.
- **condicional**: la DGII lo aceptaría condicionalmente, o no consta que lo rechace.

La columna «Impide el envío» dice de cada regla condicional en qué se apoya:

- **sí**: un código de la DGII o una página oficial lo exige (está en «Fuente»). El hallazgo está en \`errores\`, \`valido\` es \`false\` y \`send\` responde 400 \`ECF_CONDITIONAL\`. Con \`condicional=permitir\`, o si la empresa está dispuesta así, está en \`advertencias\` y el comprobante se envía.
- **no**: ningún documento oficial lo exige, o no consta que la DGII lo aplique; la columna dice por qué se avisa. Está en \`advertencias\`; se envía.

Este archivo se genera de las tablas de \`src/ecf\` con \`npm run generate\`: no se edita a mano. Las páginas son las de los PDF de la DGII.

## Estructura

Todos son de severidad rechazo. Fuentes: los XSD oficiales y el Formato e-CF v1.0.
`;

/** Faults of the structure check that have codes of their own, because clients handle them separately. */
const ownFaults: readonly (readonly [code: string, meaning: string])[] = [
  ['ECF_TYPE_INVALID', 'TipoeCF no es uno de los diez tipos de e-CF.'],
  ['ENCF_INVALID', 'El e-NCF no es la letra E, dos dígitos de tipo y diez de secuencia.'],
];

export function validationDoc(): string {
  const structure = [
    ...Object.values(structureFaults).map(({ code, nombre }) => [code, nombre]),
    ...ownFaults,
  ];
  const chapters = ruleChapters
    .filter(({ rules }) => rules.length > 0)
    .map(({ titulo, rules }) => {
      const rows = rules.map((rule) => [
        quoted(rule.code),
        rule.severidad,
        stopsText(rule),
        typesOf(rule),
        rule.descripcion,
        rule.source,
      ]);
      return `\n## ${titulo}\n\n${table(['Código', 'Severidad', 'Impide el envío', 'Tipos', 'Qué se exige', 'Fuente'], rows)}`;
    });
  const structureRows = structure.map(([code = '', meaning = '']) => [quoted(code), meaning]);
  return `${intro}\n${table(['Código', 'Qué se encontró'], structureRows)}${chapters.join('')}`;
}

function stopsText(rule: Rule): string {
  if (rule.severidad === 'rechazo') return 'siempre';
  if (rule.evidencia === 'DGII') return 'sí: código de la DGII';
  return rule.evidencia === 'oficial' ? 'sí: página oficial' : `no: ${rule.evidencia.practica}`;
}

function typesOf({ types }: Rule): string {
  return types === undefined || types.length === ecfTypeList.length ? 'todos' : types.join(', ');
}
