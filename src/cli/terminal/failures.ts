/** Turns any failure of a command into an error with a code. No error contains a secret: it names host and port only. */
import { CommanderError } from 'commander';
import {
  BodyLostError,
  LedgerUnavailableError,
  ObjectStoreUnavailableError,
  WeakWritesError,
} from '../../ledger/unavailable.js';
import { CliError } from './cli-error.js';
import { usageError } from './spanish.js';

/** MongoDB: AuthenticationFailed. */
const wrongLogin = 18;
/** MongoDB: Unauthorized. */
const rightMissing = 13;

export function failureOf(error: unknown, where: string, embedded: boolean): CliError {
  if (error instanceof CliError) return error;
  if (error instanceof CommanderError) return usageError(error);
  if (!(error instanceof Error)) return new CliError('INTERNAL_ERROR');
  if (error instanceof LedgerUnavailableError) {
    const hint = embedded
      ? 'si el servicio arrancó con otro MONGO_PORT o ECF_DATA_DIR, dé a esta orden los mismos valores; si no está en marcha, ' +
        'arránquelo (npm start); si usa un MongoDB propio, defina MONGODB_URI'
      : 'revise MONGODB_URI y que MongoDB esté arriba';
    return new CliError('LEDGER_UNAVAILABLE', `MongoDB no responde en ${where}: ${hint}.`);
  }
  if (error instanceof ObjectStoreUnavailableError) return new CliError('OLD_BODY_UNAVAILABLE');
  if (error instanceof BodyLostError) return new CliError('OLD_BODY_LOST');
  if (error.name === 'ConfigError')
    return new CliError('CONFIG_INVALID', `La configuración no es válida: ${error.message}`);
  if (error instanceof WeakWritesError)
    return new CliError(
      'CONFIG_INVALID',
      'MONGODB_URI desactiva el diario de MongoDB (journal=false), y una caída podría perder comprobantes confirmados: quite esa opción.',
    );
  // Match the driver's errors by name, because only the ledger may import mongodb.
  if (error.name === 'MongoParseError' || error.name === 'MongoInvalidArgumentError')
    return new CliError('CONFIG_INVALID', 'MONGODB_URI no es una dirección de MongoDB válida.');
  const { code } = error as { code?: unknown };
  if (error.name === 'MongoServerError' && (code === wrongLogin || code === rightMissing))
    return denied(code, where, embedded);
  return new CliError('INTERNAL_ERROR', `Ocurrió un error interno (${error.name}: ${error.message}).`);
}

function denied(code: typeof wrongLogin | typeof rightMissing, where: string, embedded: boolean): CliError {
  if (embedded)
    return new CliError(
      'LEDGER_ACCESS_DENIED',
      `MongoDB en ${where} no aceptó la clave de la carpeta de datos: dé a esta orden los mismos ECF_DATA_DIR y MONGO_PORT del servicio.`,
    );
  if (code === wrongLogin) return new CliError('LEDGER_ACCESS_DENIED');
  return new CliError(
    'LEDGER_ACCESS_DENIED',
    'A la cuenta de MONGODB_URI le falta un permiso, o la dirección no tiene cuenta: ejecute mongo-setup (docs/operate/configure.md).',
  );
}

export function hostOf(uri: string): string {
  const [host = ''] = uri
    .replace(/^mongodb(\+srv)?:\/\//, '')
    .replace(/^[^/]*@/, '')
    .split(/[/?]/);
  return host;
}
