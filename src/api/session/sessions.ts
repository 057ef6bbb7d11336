/**
 * Sessions of people: a signed cookie holds an id, and the ledger holds the session. The id changes whenever the session gets more rights.
 * A session ends after half an hour without a request, and after twelve hours in any case. While the ledger cannot be reached the answer is 503, and the session still exists afterwards.
 */
import { randomBytes } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import session, { type SessionData, type SessionOptions, type Store as SessionStore } from 'express-session';
import { hourMs } from '../../ecf/durations.js';
import type { Person } from '../../ledger/people/person.js';
import { SessionEndedError } from '../../ledger/people/sessions.js';
import { LedgerUnavailableError } from '../../ledger/unavailable.js';
import { ServiceError } from '../../shared/errors.js';
import type { WebConfig } from '../web/web-deps.js';
import { WebError } from '../web/web-error.js';
import { cookieKeys } from './web/keys.js';

declare module 'express-session' {
  interface SessionData {
    personId: string;
    /**
     * The person's `generation` at the login. A change that ends the person's sessions raises the person's number, and the two then differ.
     */
    generation: number;
    startedAtMs: number;
    passwordAtMs: number;
    /** Names the session in the audit log. The session's id cannot do that: it changes during the login, and it is a secret. */
    nameInAudit: string;
    codeAtMs?: number;
    /** The sealed secret of an authenticator that the person has not confirmed yet. */
    enrolment?: { readonly sealed: string; readonly begunAtMs: number };
    /** The sealed secret of an authenticator that will replace the current one. */
    replacement?: { readonly sealed: string; readonly begunAtMs: number };
    /** The wrong codes before this session, or before its last right code. */
    wrongCodes?: { readonly count: number; readonly firstAtMs: number; readonly lastAtMs: number };
  }
}

type Proof = Pick<Partial<SessionData>, 'codeAtMs' | 'passwordAtMs' | 'wrongCodes'>;

const newName = () => randomBytes(12).toString('base64url');
const longestMs = 12 * hourMs;

/** Browsers accept a name with the prefix __Secure- only over https, so nobody can plant such a cookie over plain http. */
const cookieNames = { plain: 'ecf_session', secure: '__Secure-ecf_session' } as const;

export type Sessions = ReturnType<typeof createSessions>;

interface SessionsOptions {
  readonly secrets: WebConfig['secrets'];
  /** Opens a new store at each call, because express-session changes the store that it is given. */
  readonly openStore: () => SessionStore;
  readonly people: { readonly findPerson: (personId: string) => Promise<Person | undefined> };
  readonly clock: () => Date;
}

export function createSessions({ secrets, openStore, people, clock }: SessionsOptions) {
  const common = {
    secret: cookieKeys(secrets),
    resave: false,
    saveUninitialized: false,
    // The cookie has no end of its own, so only an answer that begins a session or changes its id sets it. If every answer set it, a slow
    // one could bring back the id from before a change. The ledger ends the session.
    rolling: false,
  };
  const cookie = { path: '/app', httpOnly: true, sameSite: 'strict' } as const;
  const middleware = (name: string, secure: boolean) =>
    session({ ...common, store: openStore(), name, cookie: { ...cookie, secure } } satisfies SessionOptions);
  const plain = middleware(cookieNames.plain, false);
  const secure = middleware(cookieNames.secure, true);

  const names = new WeakMap<Request, string>();
  const nameInAudit = (req: Request): string => {
    const name = names.get(req) ?? req.session.nameInAudit ?? newName();
    names.set(req, name);
    return name;
  };
  const save = (req: Request) => settled((done) => req.session.save(done));
  /** Gives the session an id and these contents. If its record is gone, it throws SESSION_REQUIRED, except where `ended` expects that. */
  const begin = async (req: Request, data: Partial<SessionData>, ended: 'expected' | 'refused') => {
    await settled((done) => req.session.regenerate(ended === 'expected' ? unlessOver(done) : done));
    Object.assign(req.session, data);
    await save(req);
  };

  /** A new session is empty and is not stored. */
  const load: RequestHandler = (req, res, next) => {
    // express-session compares the cookie's path case-sensitively, so it adds no session to a request for /APP.
    const missing = () => ('session' in req ? undefined : new ServiceError('NOT_FOUND'));
    const loaded = (error?: unknown) => next(error === undefined ? missing() : unavailable(error));
    (req.secure ? secure : plain)(req, res, loaded);
  };

  return {
    load,
    /** Whether the request has a session cookie, valid or not. */
    isNamed: ({ headers }: Request): boolean => {
      const names: readonly string[] = Object.values(cookieNames);
      return (headers.cookie ?? '').split(';').some((one) => names.includes(one.split('=')[0]?.trim() ?? ''));
    },
    current: async (req: Request): Promise<Person | undefined> => {
      const { personId, generation, startedAtMs = 0 } = req.session;
      if (personId === undefined || clock().getTime() - startedAtMs >= longestMs) return undefined;
      const person = await people.findPerson(personId);
      return person?.generation === generation ? person : undefined;
    },
    /** A request without a session gets a name that its session will have if it logs in. */
    nameInAudit,
    /** A login begins: its session gets another name than the one that the browser had before. */
    rename: (req: Request) => {
      names.set(req, newName());
    },
    /** Starts a session under a new id, so that an id which somebody planted before the login is useless. */
    start: async (req: Request, { personId, generation }: Person) => {
      const nowMs = clock().getTime();
      const data = {
        personId,
        generation,
        startedAtMs: nowMs,
        passwordAtMs: nowMs,
        nameInAudit: nameInAudit(req),
      };
      await begin(req, data, 'expected');
    },
    /**
     * Records that the person gave a proof, which gives the session more rights. So it gets a new id, and nobody who knows the old one has
     * those rights. Its twelve hours do not start again.
     */
    raise: (req: Request, proof: Proof) => {
      const { cookie: _cookie, enrolment, ...data } = req.session;
      // Who gives a code has an authenticator.
      const begun = proof.codeAtMs === undefined && enrolment !== undefined ? { enrolment } : {};
      // A request that was under way at the logout does not bring the session back.
      return begin(req, { ...data, ...begun, ...proof }, 'refused');
    },
    /** Continues this session, under a new id, after a change that ended every session of the person. */
    goOn: (req: Request, { generation }: Person, proof: Proof) => {
      const { cookie: _cookie, enrolment: _begun, replacement: _used, ...data } = req.session;
      // The change has removed the record of this session too.
      return begin(req, { ...data, ...proof, generation: generation + 1 }, 'expected');
    },
    save,
    end: async (req: Request) => {
      await settled((done) => req.session.destroy(unlessOver(done)));
      const { secure: isSecure } = req;
      req.res?.clearCookie(isSecure ? cookieNames.secure : cookieNames.plain, {
        path: '/app',
        secure: isSecure,
      });
    },
  };
}

function unlessOver(done: (error?: unknown) => void) {
  return (error?: unknown) => done(error instanceof SessionEndedError ? undefined : error);
}

function settled(act: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    act((error) => (error === undefined || error === null ? resolve() : reject(unavailable(error))));
  });
}

/** The session store fails only if the session has ended or the ledger cannot be reached. */
function unavailable(cause: unknown): Error {
  if (cause instanceof SessionEndedError) return new WebError('SESSION_REQUIRED');
  return cause instanceof ServiceError ? cause : new LedgerUnavailableError({ cause });
}
