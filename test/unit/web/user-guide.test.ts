/** docs/usar names the application's buttons, fields and states as a person sees them. In these pages bold is for such names alone. */
import { approvalLegStates, buyerDeliveryStates } from '../../../src/ecf/codes/buyer-delivery.js';
import { documentStates, waitingStatus } from '../../../src/ecf/model/document-states.js';
import { es } from '../../../src/web/es.js';
import { annulments } from '../../../src/web/texts/annulments.js';
import { archive } from '../../../src/web/texts/archive.js';
import { audit } from '../../../src/web/texts/audit.js';
import { certification } from '../../../src/web/texts/certification.js';
import { certificationRuns } from '../../../src/web/texts/certification-runs.js';
import { companySettings } from '../../../src/web/texts/company-settings.js';
import { customerMail } from '../../../src/web/texts/customer-mail.js';
import { events } from '../../../src/web/texts/events.js';
import { forgottenPassword } from '../../../src/web/texts/forgotten-password.js';
import { goLive } from '../../../src/web/texts/go-live.js';
import { correctTexts, issueTexts } from '../../../src/web/texts/issue.js';
import { keys } from '../../../src/web/texts/keys.js';
import { list } from '../../../src/web/texts/list.js';
import { monthTexts } from '../../../src/web/texts/months.js';
import { portalXml } from '../../../src/web/texts/portal-xml.js';
import { received } from '../../../src/web/texts/received.js';
import { simulation } from '../../../src/web/texts/simulation.js';
import { filesIn } from '../../tidy/project-files.js';

/** Made from the code. */
const generated = ['docs/usar/comandos.md', 'docs/usar/permisos.md'];
const pages = filesIn('docs/usar', '.md').filter(({ path }) => !generated.includes(path));

/** Every text below a value. A text that needs an argument is not the whole name of anything. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** What the service calls the numbers of a type. */
const sequenceStates = ['Vigente', 'Agotada', 'Vencida', 'Sin autorizaciones'];
const shown = new Set([
  ...textsIn([
    es,
    customerMail,
    events,
    list,
    issueTexts,
    correctTexts,
    goLive,
    annulments,
    archive,
    audit,
    certification,
    certificationRuns,
    companySettings,
    forgottenPassword,
    keys,
    monthTexts,
    portalXml,
    received,
    simulation,
    documentStates,
    waitingStatus,
    buyerDeliveryStates,
    approvalLegStates,
  ]),
  ...sequenceStates,
]);

/** Bold outside code, as the reader sees it. */
function namesIn(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = '']) => name);
}

test.each(pages)('$path names what the application shows', ({ text }) => {
  expect(namesIn(text).filter((name) => !shown.has(name))).toEqual([]);
});

test('the pages name much of the application', () => {
  expect(new Set(pages.flatMap(({ text }) => namesIn(text))).size).toBeGreaterThan(100);
});

test.each([
  { text: 'Pulse **Guardar** y **Salir**.', names: ['Guardar', 'Salir'] },
  { text: 'El archivo `**x**` no.\n\n```\n**y**\n```\n', names: [] },
])('bold is found outside code: $names', ({ text, names }) => {
  expect(namesIn(text)).toEqual(names);
});

/** A person reads a page in one sitting. */
const bytesMax = 12 * 1024;

test.each(pages)('$path is short enough to read', ({ text }) => {
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytesMax);
});
