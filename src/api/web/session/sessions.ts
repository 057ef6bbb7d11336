/**
 * Sessions of people: a signed cookie with an id, and the session in the ledger. A session ends after half an hour without a request,
 * and after twelve hours in any case. When the ledger is away the answer is 503, and the session is still there afterwards.
 */
import type { Request, RequestHandler } from 'express';
import session, { type SessionData, type SessionOptions, type Store as SessionStore } from 'express-session';
import type { Person } from '../../../ledger/people/person.js';
import { SessionEndedError } from '../../../ledger/people/sessions.js';
import { LedgerUnavailableError } from '../../../ledger/store.js';
import { ServiceError } from '../../../shared/errors.js';
import type { WebConfig } from '../web-deps.js';
import { WebError } from '../web-error.js';
import { cookieKeys } from './web-keys.js';

declare module 'express-session' {
  interface SessionData {
    personId: string;
    /** The person's at login. A change that ends sessions raises the person's. */
    generation: number;
    startedAtMs: number;
    /** When the person last gave a code of the second factor. */
    codeAtMs?: number;
    /** An authenticator that the person has not confirmed yet: its secret, sealed. */
    enrolment?: string;
  }
}

const idleMs = 30 * 60_000;
const longestMs = 12 * 3_600_000;

/** A browser accepts the prefix only with Secure, so nobody can plant such a cookie over plain http. */
export const cookieNames = { plain: 'ecf_session', secure: '__Secure-ecf_session' } as const;

export interface Sessions {
  /** Reads the session of the cookie; a new one is empty, and not stored. */
  readonly load: RequestHandler;
  /** Whether the request has a session's cookie, be it good or not. */
  readonly isNamed: (req: Request) => boolean;
  /** Undefined: nobody has logged in, or the session is over. */
  readonly current: (req: Request) => Promise<Person | undefined>;
  /** Starts a session under a new id, so that an id planted before the login is worth nothing. */
  readonly start: (req: Request, person: Person) => Promise<void>;
  /** The person gave a code. At a login the session goes on under a new id; it ends when it would have ended. */
  readonly confirm: (req: Request, codeAtMs: number, login: boolean) => Promise<void>;
  readonly save: (req: Request) => Promise<void>;
  readonly end: (req: Request) => Promise<void>;
}

export interface SessionsOptions {
  readonly secrets: WebConfig['secrets'];
  /** Opens another one each time: express-session changes the store that it gets. */
  readonly openStore: () => SessionStore;
  readonly people: { readonly findPerson: (personId: string) => Promise<Person | undefined> };
  readonly clock: () => Date;
}

export function createSessions({ secrets, openStore, people, clock }: SessionsOptions): Sessions {
  const common = {
    secret: cookieKeys(secrets),
    resave: false,
    saveUninitialized: false,
    rolling: true,
  };
  const cookie = { path: '/app', httpOnly: true, sameSite: 'strict', maxAge: idleMs } as const;
  const middleware = (name: string, secure: boolean) =>
    session({ ...common, store: openStore(), name, cookie: { ...cookie, secure } } satisfies SessionOptions);
  const plain = middleware(cookieNames.plain, false);
  const secure = middleware(cookieNames.secure, true);

  const save: Sessions['save'] = (req) => settled((done) => req.session.save(done));
  const begin = async (req: Request, data: Partial<SessionData>) => {
    await settled((done) => req.session.regenerate(done));
    Object.assign(req.session, data);
    await save(req);
  };

  return {
    // `secure` obeys trust proxy.
    load: (req, res, next) => {
      // express-session compares the cookie's path in its own spelling, and ignores a request to /APP.
      const missing = () => ('session' in req ? undefined : new ServiceError('NOT_FOUND'));
      const loaded = (error?: unknown) => next(error === undefined ? missing() : unavailable(error));
      (req.secure ? secure : plain)(req, res, loaded);
    },
    isNamed: ({ headers }) => {
      const names: readonly string[] = Object.values(cookieNames);
      return (headers.cookie ?? '').split(';').some((one) => names.includes(one.split('=')[0]?.trim() ?? ''));
    },
    current: async (req) => {
      const { personId, generation, startedAtMs = 0 } = req.session;
      if (personId === undefined || clock().getTime() - startedAtMs >= longestMs) return undefined;
      const person = await people.findPerson(personId);
      return person?.generation === generation ? person : undefined;
    },
    start: (req, { personId, generation }) =>
      begin(req, { personId, generation, startedAtMs: clock().getTime() }),
    confirm: async (req, codeAtMs, login) => {
      const { cookie: _cookie, enrolment: _used, ...data } = req.session;
      if (login) return begin(req, { ...data, codeAtMs });
      // Other requests of the page are under way with this id.
      delete req.session.enrolment;
      req.session.codeAtMs = codeAtMs;
      return save(req);
    },
    save,
    end: async (req) => {
      await settled((done) => req.session.destroy(done));
      const { secure: isSecure } = req;
      req.res?.clearCookie(isSecure ? cookieNames.secure : cookieNames.plain, {
        path: '/app',
        secure: isSecure,
      });
    },
  };
}

function settled(act: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    act((error) => (error === undefined || error === null ? resolve() : reject(unavailable(error))));
  });
}

/** Apart from a session that ended meanwhile, the session store only fails when the ledger does. */
function unavailable(cause: unknown): Error {
  if (cause instanceof SessionEndedError) return new WebError('SESSION_REQUIRED');
  return cause instanceof ServiceError ? cause : new LedgerUnavailableError({ cause });
}
