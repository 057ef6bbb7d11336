/** `certificate check`: the worker signs a DGII seed with the company's certificate and reports whether DGII returned a token. */
import type { Command } from 'commander';
import type { Environment } from '../../ecf/model/environments.js';
import type { AccessRefusal } from '../../ledger/vouchers/inquiries.js';
import { currentWarnings } from './certificates.js';
import { CliError, type CliErrorCode } from '../terminal/cli-error.js';
import { companyOf, type CliContext, type Run } from '../context.js';
import { unavailableText } from '../terminal/dgii-causes.js';
import type { Result } from '../terminal/result.js';
import { companyOption, environmentOption, subcommand } from '../terminal/spanish.js';

interface CheckOptions {
  readonly company: string;
  readonly environment?: Environment;
}

export function certificateCheckCommand(certificate: Command, run: Run): void {
  subcommand(
    certificate,
    'check',
    'comprueba con la DGII que el certificado y la delegación sirven; si sirven, levanta la suspensión',
  )
    .addOption(companyOption())
    .addOption(environmentOption())
    .action((options: CheckOptions) => run((context) => check(context, options)));
}

const refusalCodes = {
  CERTIFICATE_MISSING: 'CERTIFICATE_MISSING',
  CERTIFICATE_NOT_YET_VALID: 'CERTIFICATE_NOT_YET_VALID',
  CERTIFICATE_EXPIRED: 'CERTIFICATE_EXPIRED',
  CERTIFICATE_UNREADABLE: 'CERTIFICATE_NOT_OPENED',
  CERTIFICATE_REFUSED: 'CERTIFICATE_REFUSED',
  NOT_DELEGATED: 'NOT_DELEGATED',
  QUERY_REFUSED: 'CERTIFICATE_REFUSED',
} as const satisfies Record<AccessRefusal, CliErrorCode>;

async function check(context: CliContext, options: CheckOptions): Promise<Result> {
  const company = await companyOf(context, options.company);
  const { companyId, rnc } = company;
  const environment = options.environment ?? company.environment;
  const answer = await context.processes.ask('certificate-check', { companyId, environment });
  const about = { companyId, environment, fingerprint: answer.fingerprint };
  switch (answer.outcome) {
    case 'token': {
      const [current] = await context.store.listCertificates(companyId, 1);
      const lifted = answer.resumed ? ' La suspensión de la numeración queda levantada.' : '';
      return {
        data: { ...about, token: true, resumed: answer.resumed },
        text: `La DGII acepta el certificado de ${rnc} en ${environment}.${lifted}`,
        warnings: currentWarnings(current === undefined ? [] : [current], context.clock()),
      };
    }
    case 'refused': {
      const words = answer.mensajes.map(({ valor }) => valor).join(' ');
      const code = refusalCodes[answer.reason];
      const said = words === '' ? undefined : `${new CliError(code).message} La DGII dijo: ${words}`;
      throw new CliError(code, said, { ...about, mensajes: answer.mensajes });
    }
    case 'unavailable':
      throw new CliError(
        'DGII_UNAVAILABLE',
        `No se pudo comprobar en ${environment}: ${unavailableText(answer.cause)}.`,
        {
          ...about,
          cause: answer.cause,
        },
      );
  }
}
