/** A refusal before any verdict, in each of the forms that DGII was seen to use (web services §3.2). */
import { json, type Reply } from './reply.js';
import type { Settings } from '../settings.js';

export interface Refused {
  readonly status: number;
  /** Absent or "" when DGII gives no code. */
  readonly codigo?: string;
  readonly valor: string;
  /** The messages of the schema check, as .NET writes them. */
  readonly errores?: readonly string[];
}

/** @param observed the answer that this service was seen to give; used while the setting is `observed`. */
export function refusalReply(
  { status, codigo = '', valor, errores = [] }: Refused,
  form: Settings['refusalForm'],
  observed: () => Reply,
): Reply {
  switch (form) {
    case 'observed':
      return observed();
    case 'string':
      return json(status, valor);
    case 'plain-text':
      return { status, contentType: 'text/plain; charset=utf-8', body: valor };
    case 'mensaje':
      return json(status, { mensaje: valor, ...(errores.length === 0 ? {} : { errores }) });
    case 'mensaje-list':
      return json(status, { mensaje: [valor, ...errores] });
    case 'mensajes':
      return json(status, { mensajes: [{ codigo, valor }] });
    case 'mensajes-text':
      return json(status, { mensajes: [valor, ...errores] });
    case 'problem-details':
      return problem(status, {
        title: valor,
        ...(errores.length === 0 ? {} : { detail: errores.join(' ') }),
      });
    case 'model-state':
      return problem(status, {
        title: 'One or more validation errors occurred.',
        errors: { xml: [valor, ...errores] },
      });
  }
}

/** ASP.NET's ProblemDetails. */
export function problem(status: number, members: object): Reply {
  const body = { type: 'https://tools.ietf.org/html/rfc7231#section-6.5.1', ...members, status };
  return {
    status,
    contentType: 'application/problem+json; charset=utf-8',
    body: JSON.stringify({ ...body, traceId: '00-0' }),
  };
}
