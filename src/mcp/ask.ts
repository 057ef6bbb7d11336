/** Asks the public API on behalf of the user of the MCP server, with that user's token. So every tool has the user's rights and limits. */

interface Question {
  /** In version 2, for example `/dgii-ecf/documents`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export interface ApiAnswer {
  readonly codigo: number;
  readonly mensaje: string;
  readonly procesado: boolean;
  readonly data: unknown;
  /** Null: there is no next page, or it is no list. */
  readonly nextCursor: string | null;
}

export type Ask = (question: Question) => Promise<ApiAnswer>;

interface Connection {
  readonly baseUrl: string;
  /** @returns the header of a request. @param renew the one before was refused */
  readonly authorization: (renew: boolean) => Promise<string>;
}

/** The api answers a status at once and a validation within seconds. */
const askLimitMs = 60_000;

/** @throws Error, with a text for a person, when there is no answer of the api */
export function createAsk({ baseUrl, authorization }: Connection): Ask {
  const once = async ({ path, query = {}, body }: Question, renew: boolean) => {
    const url = new URL(`${baseUrl}/api/v2${path}`);
    url.search = new URLSearchParams(query).toString();
    const response = await fetch(url, {
      headers: { Authorization: await authorization(renew), 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(askLimitMs),
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const envelope = (await response.json()) as Omit<ApiAnswer, 'nextCursor'>;
    return { ...envelope, nextCursor: response.headers.get('x-next-cursor') };
  };
  return async (question) => {
    const first = await once(question, false);
    return first.codigo === 401 ? once(question, true) : first;
  };
}

interface Login {
  readonly baseUrl: string;
  readonly usuario: string;
  readonly clave: string;
  readonly rnc: string;
}

/** Logs in when a token is first needed, and again when the api refuses it: a token is valid for two hours. */
export function createLogin({ baseUrl, ...credentials }: Login): Connection['authorization'] {
  let token: Promise<string> | undefined;
  const login = async () => {
    const response = await fetch(`${baseUrl}/api/v2/Auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(credentials),
      signal: AbortSignal.timeout(askLimitMs),
    });
    const answer = (await response.json()) as { token?: string; mensaje?: string };
    if (answer.token === undefined)
      throw new Error(answer.mensaje ?? `El servicio respondió ${response.status}.`);
    return `Bearer ${answer.token}`;
  };
  return (renew) => {
    if (renew || token === undefined) {
      token = login();
      // The next question tries again.
      token.catch(() => (token = undefined));
    }
    return token;
  };
}
