/** `certificate check`: the worker signs a DGII seed with the company's certificate and reports whether DGII returned a token. */
import type { Command } from 'commander';
import { checkCertificate, listCertificates } from '../../operator/certificates.js';
import { currentWarnings } from './certificates.js';
import { CliError } from '../terminal/cli-error.js';
import { placeOf, type CliContext, type PlaceOptions, type Run } from '../context.js';
import { errorOf } from '../terminal/done-or.js';
import { unavailableText } from '../terminal/dgii-causes.js';
import type { Result } from '../terminal/result.js';
import { companyOption, environmentOption, subcommand } from '../terminal/spanish.js';

export function certificateCheckCommand(certificate: Command, run: Run): void {
  subcommand(
    certificate,
    'check',
    'comprueba con la DGII que el certificado y la delegación sirven; si sirven, levanta la suspensión',
  )
    .addOption(companyOption())
    .addOption(environmentOption())
    .action((options: PlaceOptions) => run((context) => check(context, options)));
}

async function check(context: CliContext, options: PlaceOptions): Promise<Result> {
  const { company, companyId, environment } = await placeOf(context, options);
  const checked = await checkCertificate(context, companyId, environment);
  if (checked.outcome === 'token') {
    const { outcome: _token, resumed, ...about } = checked;
    const lifted = resumed ? ' La suspensión de la numeración queda levantada.' : '';
    return {
      data: { ...about, token: true, resumed },
      text: `La DGII acepta el certificado de ${company.rnc} en ${environment}.${lifted}`,
      warnings: currentWarnings(await listCertificates(context, company)),
    };
  }
  if ('mensajes' in checked.facts && checked.facts.mensajes.length > 0) {
    const { message } = new CliError(checked.refusal);
    const words = checked.facts.mensajes.map(({ valor }) => valor).join(' ');
    throw new CliError(checked.refusal, `${message} La DGII dijo: ${words}`, { ...checked.facts });
  }
  throw errorOf(checked, {
    DGII_UNAVAILABLE: ({ cause }) => `No se pudo comprobar en ${environment}: ${unavailableText(cause)}.`,
  });
}
