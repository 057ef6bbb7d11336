/** consultadirectorio: which taxpayers issue electronically, and the hosts of their services (web services §3.3). */
import type { Query, QueryDependencies } from './queries.js';
import { json, xmlList, type Reply } from '../http/reply.js';
import type { DirectoryEntry } from '../settings.js';

/** In pre-certification every RNC leads to DGII's own imitated buyer; in production, to the entries in the settings. */
export function directoryOf(
  { settings }: Pick<QueryDependencies, 'settings'>,
  { environment, headers, parameters }: Query,
  ofOne: boolean,
  baseUrl: string,
): Reply {
  const { directory, directoryForm } = settings.current;
  const all = environment === 'pre-certification' ? [imitatedBuyer(baseUrl)] : directory;
  if (!ofOne) return xmlList(headers, 'Directorio', all);
  const rnc = parameters.get('rnc') ?? '';
  if (rnc === '') return json(400, { mensajes: ['El campo RNC es requerido.'] });
  const found = environment === 'pre-certification' ? all : all.filter((entry) => entry.rnc === rnc);
  const [first] = found;
  if (first === undefined) return json(404, { mensaje: 'No se encontraron datos.' });
  return directoryForm === 'object' ? json(200, first) : xmlList(headers, 'Directorio', found);
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
