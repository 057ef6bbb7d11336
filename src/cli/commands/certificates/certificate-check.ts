/** `certificate check`: the worker signs a DGII seed with the company's certificate and reports whether DGII returned a token. */
import { messageTexts } from '../../../ecf/messages/dgii-messages.js';
import { dgiiPlace } from '../../../ecf/messages/dgii-places.js';
import { checkCertificate } from '../../../services/certificates/check-certificate.js';
import { listCertificates } from '../../../services/certificates/list-certificates.js';
import { command } from '../../command.js';
import { placeOf } from '../../context.js';
import { CliError } from '../../terminal/cli-error.js';
import { unavailableText } from '../../terminal/dgii-causes.js';
import { errorOf, type Texts } from '../../terminal/done-or.js';
import { currentWarnings } from './certificates.js';
import { place } from '../parts.js';

export const certificateCheckCommand = command({
  name: 'check',
  does: 'comprueba con la DGII que el certificado y la delegación sirven; si sirven, levanta la suspensión',
  example: '--company 999999992',
  more: 'Necesita Temporal y un worker.',
  takes: place,
  changes: 'certificate.check',
  work: async (context, options) => {
    const { company, companyId, environment } = await placeOf(context, options.company, options.environment);
    const begun = await context.begin({ companyIds: [companyId], target: environment });
    const checked = await checkCertificate(begun, companyId, environment);
    if (checked.outcome === 'token') {
      const { outcome: _token, resumed, ...about } = checked;
      const lifted = resumed ? ' La suspensión de la numeración queda levantada.' : '';
      return {
        data: { ...about, token: true, resumed },
        text: `La DGII acepta el certificado de ${company.rnc} en ${environment}.${lifted}`,
        warnings: currentWarnings(await listCertificates(context, company)),
      };
    }
    const texts: Texts<typeof checked> = {
      DGII_UNAVAILABLE: ({ cause }) => `No se pudo comprobar en ${environment}: ${unavailableText(cause)}.`,
      NOT_DELEGATED: () =>
        `El firmante no está delegado para la empresa. ${dgiiPlace(environment).delegate}, y repita «certificate check».`,
    };
    if ('mensajes' in checked.facts && checked.facts.mensajes.length > 0) {
      const { message } = errorOf(checked, texts);
      const words = messageTexts(checked.facts.mensajes).join(' ');
      throw new CliError(checked.refusal, `${message} La DGII dijo: ${words}`, { ...checked.facts });
    }
    throw errorOf(checked, texts);
  },
});
