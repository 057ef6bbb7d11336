/** Arguments and options that several commands take, and the command that changes one setting of a company. */
import type { CompanySettings } from '../../ledger/companies/company-settings.js';
import { changeSettings } from '../../services/companies/change-settings.js';
import { argument, command, flag, option, required, type Define } from '../command.js';
import { companyOf } from '../context.js';
import { doneOr } from '../terminal/done-or.js';
import { anyText, encf, environmentNames } from '../terminal/values.js';

export const companyArgument = argument('<empresa>', 'RNC o id de la empresa', anyText);

export const encfArgument = argument('<e-NCF>', 'por ejemplo E310000000001', encf);

export const companyOption = required('--company <empresa>', 'RNC o id de la empresa', anyText);

export const place = {
  company: companyOption,
  environment: option(
    '--environment <ambiente>',
    'sin ella, el ambiente actual de la empresa',
    environmentNames,
  ),
};

/** Without either option the command asks at the terminal. */
export function passwordSource(what: string) {
  return {
    passwordStdin: flag('--password-stdin', `lee ${what} de la entrada estándar`, ['passwordFile']),
    passwordFile: option('--password-file <ruta>', `lee ${what} de un archivo`, anyText),
  };
}

interface ChoiceSetting<Key extends keyof CompanySettings> {
  readonly setting: Key;
  readonly name: string;
  readonly does: string;
  readonly example: string;
  readonly more?: string;
  readonly takes: readonly [name: string, about: string];
  readonly label: string;
  readonly texts: Readonly<Record<Extract<CompanySettings[Key], string>, string>>;
}

export function settingCommand<Key extends keyof CompanySettings>({
  setting,
  name,
  does,
  example,
  more = '',
  takes,
  label,
  texts,
}: ChoiceSetting<Key>): Define {
  return command({
    name,
    does,
    example,
    more,
    takes: {
      company: companyArgument,
      to: argument(...takes, Object.keys(texts) as (keyof typeof texts)[]),
    },
    changes: `company.${setting}`,
    work: async (context, { company, to }) => {
      const { companyId } = await companyOf(context, company);
      const begun = await context.begin({ companyIds: [companyId], target: to });
      const change = { [setting]: to };
      doneOr(await changeSettings(begun, companyId, change));
      return { data: { companyId, ...change }, text: `${label}: ${texts[to]}.` };
    },
  });
}
