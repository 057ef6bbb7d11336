/** `ledger …`: what an operator must know of the ledger itself. */
import { command, withDefault } from '../command.js';
import { table } from '../terminal/result.js';
import { moment } from '../terminal/text.js';
import { wholeNumber } from '../terminal/values.js';

const faultTexts = { missing: 'falta', altered: 'alterado' } as const;

const lost = command({
  name: 'lost',
  does: 'los archivos de comprobantes antiguos que faltan en el almacén de objetos, o fueron alterados',
  example: '--limit 500',
  more: 'Un worker lee cada objeto cada 90 días; los de esta lista, cada día. Uno que vuelve desde una copia sale de la lista.',
  takes: { limit: withDefault('--limit <n>', 'cuántos', wholeNumber(1, 10_000), 100) },
  work: async ({ store }, { limit }) => {
    const items = await store.findLostBodies(limit);
    const text = table(items, 'No se sabe de ninguno.', {
      Empresa: ({ companyId }) => companyId,
      Ambiente: ({ of }) => of.environment,
      'e-NCF': ({ of }) => of.encf,
      Emisor: ({ of }) => of.rncEmisor ?? 'la empresa',
      Fallo: ({ fault }) => faultTexts[fault],
      Desde: ({ since }) => moment(since),
      Objeto: ({ id }) => id,
    });
    return { data: { items }, text };
  },
});

export const ledgerCommands = [lost];
