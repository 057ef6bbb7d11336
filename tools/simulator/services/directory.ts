/** consultadirectorio: which taxpayers issue electronically, and the hosts of their services (web services §3.3). */
import { directoryEntryOf } from '../buyers/buyer-settings.js';
import type { Dgii } from '../dgii.js';
import type { Query } from './queries.js';
import { json, negotiated, xmlList, type Reply } from '../http/reply.js';
import type { DirectoryEntry } from '../settings.js';

/** In pre-certification every other RNC leads to DGII's own imitated buyer; in production, to the entries in the settings. */
export function directoryOf(
  { settings, baseUrl }: Dgii,
  { environment, headers, parameters }: Query,
  ofOne: boolean,
): Reply {
  const { directory, directoryForm, buyers } = settings.current;
  const entries = (rnc?: string) =>
    buyers
      .filter((buyer) => rnc === undefined || buyer.rnc === rnc)
      .map((buyer) => directoryEntryOf(buyer, environment, baseUrl()));
  const test = environment === 'pre-certification';
  const others = test ? [imitatedBuyer(baseUrl())] : directory;
  if (!ofOne) return xmlList(headers, 'Directorio', [...others, ...entries()]);
  const rnc = parameters.get('rnc') ?? '';
  if (rnc === '') return json(400, { mensajes: ['El campo RNC es requerido.'] });
  const ordered = entries(rnc);
  const found = ordered.length > 0 ? ordered : others.filter((entry) => test || entry.rnc === rnc);
  const [first] = found;
  if (first === undefined) return json(404, { mensaje: 'No se encontraron datos.' });
  const form = buyers.find((buyer) => buyer.rnc === rnc)?.form ?? directoryForm;
  return form === 'object'
    ? negotiated(headers, 200, 'Directorio', first)
    : xmlList(headers, 'Directorio', found);
}

/** As observed at DGII. The addresses are hosts, to which `/fe/…` is appended. */
function imitatedBuyer(baseUrl: string): DirectoryEntry {
  return {
    nombre: 'DGII',
    rnc: '131880681',
    urlRecepcion: `${baseUrl}/testecf/emisorreceptor`,
    urlAceptacion: `${baseUrl}/testecf/emisorreceptor`,
    urlOpcional: `${baseUrl}/Testecf/autenticacion`,
  };
}
