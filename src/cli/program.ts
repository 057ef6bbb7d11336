/** The whole command line, in Spanish. Each noun is one group below. */
import { Command } from 'commander';
import { group } from './command.js';
import { archiveCommands } from './commands/archive.js';
import { authorizationCommands } from './commands/numbers/authorizations.js';
import { acknowledgementCommand, deliverCommand, deliveryCommands } from './commands/buyers/buyers.js';
import { certificateCheckCommand } from './commands/certificates/certificate-check.js';
import { certificateResealCommand } from './commands/certificates/certificate-reseal.js';
import { certificateCommands } from './commands/certificates/certificates.js';
import { signPortalXmlCommand } from './commands/certification.js';
import { companyChangeCommands } from './commands/companies/company-changes.js';
import { companyCommands } from './commands/companies/companies.js';
import { dgiiCommands } from './commands/dgii.js';
import { documentChangeCommands } from './commands/vouchers/voucher-changes.js';
import { documentCommands } from './commands/vouchers/vouchers.js';
import { ledgerCommands } from './commands/ledger.js';
import { mailCommands } from './commands/mail.js';
import { keyCommands } from './commands/people/keys.js';
import { peopleCommands } from './commands/people/people.js';
import { linkCommands, lookCommands, printCommand } from './commands/companies/printed-form.js';
import { annulmentCommands } from './commands/numbers/annulments.js';
import { receivedCommands, receivedSettingCommands } from './commands/received.js';
import { registryCommands } from './commands/taxpayers.js';
import { reservationCommands, sequenceCommands } from './commands/numbers/sequences.js';
import { eventCommands } from './commands/events/events.js';
import { webhookCommands } from './commands/events/webhooks.js';
import { userCommands } from './commands/people/users.js';
import type { Run } from './context.js';
import { inSpanish, withHelpCommand } from './terminal/spanish.js';

export const jsonFlag = '--json';

const nouns = [
  group('company', 'empresas emisoras', [
    ...companyCommands,
    ...companyChangeCommands,
    deliveryCommands,
    ...receivedSettingCommands,
    lookCommands,
    linkCommands,
  ]),
  group('user', 'usuarios de integración de una empresa', userCommands),
  group('key', 'claves de API, de una empresa o de la plataforma', keyCommands),
  group('person', 'personas de la aplicación web', peopleCommands),
  group('mail', 'correos que envía el servicio', mailCommands),
  group('certificate', 'certificados con que firman las empresas', [
    ...certificateCommands,
    certificateCheckCommand,
    certificateResealCommand,
    signPortalXmlCommand,
  ]),
  group('authorization', 'rangos de e-NCF autorizados por la DGII', authorizationCommands),
  group('sequence', 'secuencias de e-NCF que asigna el servicio', sequenceCommands),
  group('reservation', 'números entregados', reservationCommands),
  group('annulment', 'anulación de números en la DGII', annulmentCommands),
  group('document', 'comprobantes en el registro', [
    ...documentCommands,
    printCommand,
    ...documentChangeCommands,
    deliverCommand,
    acknowledgementCommand,
  ]),
  group('received', 'comprobantes que otros enviaron a una empresa', receivedCommands),
  group('archive', 'evidencia de una empresa, para conservar y para terceros', archiveCommands),
  group('event', 'lo que pasó con los comprobantes de una empresa', eventCommands),
  group('webhook', 'direcciones a las que van los eventos de una empresa', webhookCommands),
  group('ledger', 'el registro mismo', ledgerCommands),
  group('dgii', 'los servicios de la DGII', dgiiCommands),
  group('registry', 'registro de contribuyentes de la DGII, para consult-rnc', registryCommands),
];

export interface Caller {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly calledAs: string;
}

export function createProgram(run: Run, { stdout, stderr, calledAs }: Caller): Command {
  const program = withHelpCommand(inSpanish(new Command(calledAs)))
    // run.ts writes the error, in Spanish.
    .configureOutput({ writeOut: stdout, writeErr: stderr, outputError: () => undefined })
    .description('Órdenes del operador del servicio de comprobantes fiscales electrónicos.')
    .option(jsonFlag, 'responde con un solo documento JSON en la salida estándar')
    .addHelpText(
      'after',
      '\nCódigos de salida: 0 hecho; 1 rehusado o fallido; 2 la orden no está bien escrita.\n' +
        'Trabaja sobre MONGODB_URI o, sin ella, sobre la instalación local (npm start). Las claves nunca van en la línea de órdenes.',
    );
  for (const define of nouns) define(program, run);
  return program;
}
