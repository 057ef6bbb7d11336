/** The users of a company's systems, and who calls. */
import type { Environment } from '../../ecf/model/environments.js';
import type { ApiKey } from './api-key.js';
import type { Maker } from './person.js';
import type { Company } from '../companies/company.js';

export interface User {
  readonly usuario: string;
  readonly rnc: string;
  readonly companyId: number;
  readonly passwordHash: string;
  readonly disabled: boolean;
  /** Absent: made by the demo, or before this was recorded. */
  readonly madeBy?: Maker;
  /** Who set the present password, and so may know it. */
  readonly passwordBy?: PasswordMaker;
  /** Created by the demo: its password is public. */
  readonly demo?: true;
  /** Each new password and each disabling raises it in the same write. Tokens issued before that end. Absent: 0. */
  readonly tokenGeneration?: number;
}

/** `left`: since then the person was removed, lost the role of administrator, or was reset. */
export type PasswordMaker = Maker & { readonly left?: true };

export interface UserOfCompany {
  readonly user: Omit<User, 'passwordHash'>;
  readonly company: Company;
}

/** In whose name a request is made. The ledger reads it again together with what the request asks for. */
export type Caller = UserCaller | KeyCaller;

export interface UserCaller extends Pick<User, 'usuario' | 'rnc' | 'companyId'> {
  readonly keyHash?: never;
  readonly environment: Environment;
  /** The generations are those at login. A change that must end tokens raises them in the ledger. */
  readonly userGeneration: number;
  readonly companyGeneration: number;
}

export interface KeyCaller extends Pick<User, 'rnc' | 'companyId'> {
  /** SHA-256 of the key. */
  readonly keyHash: string;
  readonly environment: Environment;
}

export interface FoundCaller {
  readonly user?: UserOfCompany['user'] | undefined;
  readonly key?: ApiKey | undefined;
  readonly company?: Company | undefined;
}

export type AcceptedCaller = FoundCaller & { readonly company: Company };
