/** The whole command line: every command, in Spanish. Each noun has a file with what its commands do. */
import { Command } from 'commander';
import { authorizationCommands } from './commands/authorizations.js';
import { certificateCheckCommand } from './commands/certificate-check.js';
import { certificateResealCommand } from './commands/certificate-reseal.js';
import { certificateCommands } from './commands/certificates.js';
import { companyChangeCommands } from './commands/company-changes.js';
import { companyCommands } from './commands/companies.js';
import type { Run } from './context.js';
import { dgiiCommands } from './commands/dgii.js';
import { documentChangeCommands } from './commands/document-changes.js';
import { documentCommands } from './commands/documents.js';
import { registryCommands } from './commands/registry.js';
import { reservationCommands, sequenceCommands } from './commands/sequences.js';
import { group, inSpanish, withHelpCommand } from './terminal/spanish.js';
import { userCommands } from './commands/users.js';

export const jsonFlag = '--json';

export interface Caller {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** How the operator called the program, for its help text: `npm run --silent cli --`. */
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
  const company = group(program, 'company', 'empresas emisoras');
  companyCommands(company, run);
  companyChangeCommands(company, run);
  userCommands(program, run);
  const certificate = certificateCommands(program, run);
  certificateCheckCommand(certificate, run);
  certificateResealCommand(certificate, run);
  authorizationCommands(program, run);
  sequenceCommands(program, run);
  reservationCommands(program, run);
  documentChangeCommands(documentCommands(program, run), run);
  dgiiCommands(program, run);
  registryCommands(program, run);
  return program;
}
