/** Exchanges a signed seed for a token, at DGII and at a buyer with an authentication of its own. */
import type { ReceptionRecord } from '../record.js';
import type { SettingsHolder } from '../settings.js';
import type { Authentication } from './authentication.js';
import { refusalReply, type Refused } from './refusal.js';
import { json, negotiated, type Reply } from './reply.js';
import { keepUnserved, type Served } from './unserved.js';

export interface ExchangeDependencies {
  readonly authentication: Authentication;
  readonly settings: SettingsHolder;
  readonly record: ReceptionRecord;
  readonly clock: () => Date;
}

export async function exchange(dependencies: ExchangeDependencies, served: Served): Promise<Reply> {
  const { authentication, settings } = dependencies;
  const { route, headers, upload } = served;
  const refuse = async (refused: Refused): Promise<Reply> => {
    await keepUnserved(dependencies, served, refused.valor);
    const { status, valor, errores } = refused;
    return refusalReply(refused, settings.current.refusalForm, () =>
      json(status, errores === undefined ? valor : { mensaje: valor, errores }),
    );
  };
  if (typeof upload !== 'object')
    return refuse({ status: 400, valor: upload ?? 'Multipart cannot be empty', errores: [] });
  const exchanged = authentication.exchange(route.environment, upload.bytes.toString('utf8'));
  if ('refused' in exchanged) return refuse(exchanged.refused);
  return negotiated(headers, 200, 'RespuestaAutenticacion', exchanged.token);
}
