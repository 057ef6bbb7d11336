/** Exchanges a signed seed for a token, at DGII and at a buyer with an authentication of its own. */
import type { Dgii } from '../dgii.js';
import type { Refused } from './refusal.js';
import { json, negotiated, type Reply } from './reply.js';
import { refuserOf, type Served } from './unserved.js';

export async function exchange(dgii: Dgii, served: Served): Promise<Reply> {
  const { route, headers, upload } = served;
  const refuseIt = refuserOf(dgii, served);
  const refuse = (refused: Refused) => {
    const { status, valor, errores } = refused;
    return refuseIt(refused, () => json(status, errores === undefined ? valor : { mensaje: valor, errores }));
  };
  if (typeof upload !== 'object')
    return refuse({ status: 400, valor: upload ?? 'Multipart cannot be empty', errores: [] });
  const exchanged = dgii.authentication.exchange(route.environment, upload.bytes.toString('utf8'));
  if ('refused' in exchanged) return refuse(exchanged.refused);
  return negotiated(headers, 200, 'RespuestaAutenticacion', exchanged.token);
}
