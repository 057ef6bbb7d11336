/** Arguments and options that several commands take. */
import { argument, flag, option, required } from '../command.js';
import { anyText, encf, environmentNames } from '../terminal/values.js';

export const companyArgument = argument('<empresa>', 'RNC o id de la empresa', anyText);

export const encfArgument = argument('<e-NCF>', 'por ejemplo E310000000001', encf);

export const companyOption = required('--company <empresa>', 'RNC o id de la empresa', anyText);

/** The company and the environment that a command is about. */
export const place = {
  company: companyOption,
  environment: option(
    '--environment <ambiente>',
    'sin ella, el ambiente actual de la empresa',
    environmentNames,
  ),
};

/** Where a password comes from. Without either option the command asks at the terminal. */
export function passwordSource(what: string) {
  return {
    passwordStdin: flag('--password-stdin', `lee ${what} de la entrada estándar`, ['passwordFile']),
    passwordFile: option('--password-file <ruta>', `lee ${what} de un archivo`, anyText),
  };
}
