/**
 * `certificate reseal`: seals every private key in the ledger under the new master key, after the master key changed.
 * Companies need not send their files and passwords again. Each key is unsealed in memory for a moment, as during an import.
 */
import type { Command } from 'commander';
import { resealKey, sealedUnder } from '../../signing/keys/seal-certificate.js';
import type { CliContext, Run } from '../context.js';
import type { Result } from '../terminal/result.js';
import { subcommand } from '../terminal/spanish.js';

/** The operator sees this many company ids; the rest are only counted. */
const companiesShownMax = 20;

export function certificateResealCommand(certificate: Command, run: Run): void {
  subcommand(
    certificate,
    'reseal',
    'cifra todas las llaves privadas con la primera llave de ECF_MASTER_KEY (nueva,anterior)',
  ).action(() => run(reseal));
}

async function reseal({ store, masterKeys }: CliContext): Promise<Result> {
  const keys = await masterKeys();
  let [resealed, already] = [0, 0];
  const notOpened: number[] = [];
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
  const shown = [...new Set(notOpened)].slice(0, companiesShownMax).join(', ');
  return {
    data: { resealed, already, notOpened: notOpened.length },
    text:
      `Cifrados con la llave nueva: ${resealed}; ya lo estaban: ${already}.` +
      (notOpened.length === 0 ? ' La llave anterior ya no hace falta.' : ''),
    warnings:
      notOpened.length === 0
        ? []
        : [
            {
              code: 'CERTIFICATE_NOT_OPENED',
              mensaje: `Certificados que no se abren con ninguna de las llaves dadas: ${notOpened.length} (empresas con id ${shown}). Impórtelos de nuevo.`,
            },
          ],
  };
}
