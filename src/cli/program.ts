/** The command line as a whole: every command, in Spanish. What they do stands in a file for each noun. */
import { Command } from 'commander';
import { authorizationCommands } from './authorizations.js';
import { certificateCheckCommand } from './certificate-check.js';
import { certificateResealCommand } from './certificate-reseal.js';
import { certificateCommands } from './certificates.js';
import { companyChangeCommands } from './company-changes.js';
import { companyCommands } from './companies.js';
import type { Run } from './context.js';
import { demoCommands } from './demo.js';
import { dgiiCommands } from './dgii.js';
import { documentChangeCommands } from './document-changes.js';
import { documentCommands } from './documents.js';
import { ledgerCommands, type RunHold } from './ledger.js';
import { registryCommands } from './registry.js';
import { reservationCommands, sequenceCommands } from './sequences.js';
import { group, inSpanish, withHelpCommand } from './spanish.js';
import { userCommands } from './users.js';

export const jsonFlag = '--json';

export interface Caller {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** How the operator called the program, for its help: `npm run --silent cli --`. */
  readonly calledAs: string;
}

export function createProgram(run: Run, runHold: RunHold, { stdout, stderr, calledAs }: Caller): Command {
  const program = withHelpCommand(inSpanish(new Command(calledAs)))
    // run.ts writes what went wrong, in Spanish.
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
  ledgerCommands(program, runHold);
  demoCommands(program, run);
  return program;
}
