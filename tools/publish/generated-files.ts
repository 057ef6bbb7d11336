/** Lists every file that `npm run generate` writes, with its content. */
import { documentKinds } from '../../src/ecf/catalogue/document-kind.js';
import { documentEntry } from '../../src/ecf/catalogue/documents.js';
import { chartSchema } from './chart-schema.js';
import { clientFiles } from './clients/client-files.js';
import { commandsDoc } from './commands-doc.js';
import { drawableRanges } from './drawable-ranges.js';
import { errorsDoc, openapiWithErrors } from './error-docs.js';
import { eventsDoc } from './events-doc.js';
import { metricsDoc } from './metrics-doc.js';
import { alarmRules, dashboard } from './monitoring-files.js';
import { permissionsDoc } from './permissions-doc.js';
import { settingsDoc } from './settings-doc.js';
import { validationDoc } from './validation-doc.js';
import { voucherTypes } from './voucher-types.js';
import { xsdOf } from '../../src/ecf/xml/xsd.js';

export interface GeneratedFile {
  /** The path from the root of the repository. */
  readonly path: string;
  readonly text: string;
}

export function generatedFiles(): readonly GeneratedFile[] {
  return [
    ...documentKinds.map((kind) => ({ path: `schemas/${documentEntry(kind).file}.xsd`, text: xsdOf(kind) })),
    { path: 'schemas/vouchers.ts', text: voucherTypes() },
    { path: 'src/ecf/codes/drawable.json', text: drawableRanges() },
    { path: 'docs/integrar/validacion.md', text: validationDoc() },
    { path: 'docs/integrar/errores.md', text: errorsDoc() },
    { path: 'docs/integrar/tipos-de-evento.md', text: eventsDoc() },
    { path: 'docs/operate/settings.md', text: settingsDoc() },
    { path: 'docs/operate/metrics.md', text: metricsDoc() },
    { path: 'deploy/monitoring/alarms.yml', text: alarmRules() },
    // A chart can read only its own folder.
    { path: 'deploy/helm/files/alarms.yml', text: alarmRules() },
    { path: 'deploy/helm/values.schema.json', text: chartSchema() },
    { path: 'deploy/monitoring/grafana/ecf-issuer.json', text: dashboard() },
    { path: 'docs/usar/comandos.md', text: commandsDoc() },
    { path: 'docs/usar/permisos.md', text: permissionsDoc() },
    { path: 'openapi.yaml', text: openapiWithErrors() },
    ...clientFiles(),
  ];
}
