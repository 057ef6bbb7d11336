/**
 * `certificate reseal`: seals every private key, and every secret of a webhook, in the ledger under the new master key, after the master key changed.
 * Companies need not send their files and passwords again. Each key is unsealed in memory for a moment, as during an import.
 */
import { resealKey, sealedUnder } from '../../../signing/keys/seal-certificate.js';
import { command } from '../../command.js';
import { secretContextOf } from '../../../ledger/events/webhook-record.js';
import { reseal } from '../../../signing/keys/seal.js';
import { warningIf } from '../../terminal/result.js';

/** The operator sees this many company ids; the rest are only counted. */
const companiesShownMax = 20;

export const certificateResealCommand = command({
  name: 'reseal',
  does: 'cifra todas las llaves privadas con la primera llave de ECF_MASTER_KEY (nueva,anterior)',
  example: '',
  more: 'Después de cambiar la llave maestra. Cuando dice que la anterior ya no hace falta, quítela y reinicie los workers; las copias de seguridad anteriores la necesitan.',
  takes: {},
  changes: 'certificate.reseal',
  work: async (context) => {
    const keys = await context.masterKeys();
    // The companies sign with the same certificates as before.
    const { store } = await context.begin({ companyIds: [] });
    let [resealed, already] = [0, 0];
    const notOpened: number[] = [];
    let secretsNotOpened = 0;
    await store.resealKeys((certificate) => {
      if (sealedUnder(certificate, keys.slice(0, 1))) {
        already += 1;
        return undefined;
      }
      const sealed = resealKey(certificate, keys);
      if (sealed === undefined) notOpened.push(certificate.companyId);
      else resealed += 1;
      return sealed;
    });
    await store.resealWebhookSecrets(({ _id, companyId }, { sealed: sealedKey }) => {
      if (sealedUnder({ sealedKey }, keys.slice(0, 1))) {
        already += 1;
        return undefined;
      }
      const sealed = reseal(sealedKey, keys, secretContextOf(companyId, _id));
      if (sealed === undefined) secretsNotOpened += 1;
      else resealed += 1;
      return sealed;
    });
    const all = notOpened.length === 0 && secretsNotOpened === 0;
    const shown = [...new Set(notOpened)].slice(0, companiesShownMax).join(', ');
    return {
      data: { resealed, already, notOpened: notOpened.length },
      text: `Cifrados con la llave nueva: ${resealed}; ya lo estaban: ${already}.${all ? ' La llave anterior ya no hace falta.' : ''}`,
      warnings: [
        warningIf(
          notOpened.length > 0,
          'CERTIFICATE_NOT_OPENED',
          `Certificados que no se abren con ninguna de las llaves dadas: ${notOpened.length} (empresas con id ${shown}). Impórtelos de nuevo.`,
        ),
        warningIf(
          secretsNotOpened > 0,
          'WEBHOOK_SECRET_NOT_OPENED',
          `Secretos de webhooks que no se abren con ninguna de las llaves dadas: ${secretsNotOpened}. Cámbielos en la aplicación web.`,
        ),
      ],
    };
  },
});
