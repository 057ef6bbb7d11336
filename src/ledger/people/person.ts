/**
 * The records of people, who use the web application. People are not the integration users of companies: a person logs in with an e-mail
 * address, and may belong to several companies.
 */

export type CompanyRole = 'administrador' | 'operador' | 'consulta';

/** From the one that may do most. */
export const companyRoles = ['administrador', 'operador', 'consulta'] as const satisfies CompanyRole[];

/** Who made something: a person in the web application, an operator on the command line, or a program with an API key. */
export type Maker =
  | { readonly personId: string; readonly operator?: never; readonly keyId?: never }
  | { readonly operator: string; readonly personId?: never; readonly keyId?: never }
  | { readonly keyId: string; readonly personId?: never; readonly operator?: never };

export interface Membership {
  readonly companyId: number;
  readonly role: CompanyRole;
  readonly invitedBy?: Maker;
}

export interface Person {
  readonly personId: string;
  /** In lower case, and unique. */
  readonly email: string;
  readonly name: string;
  /** True for people of the platform, who see every company and may change what only the platform may change. */
  readonly support: boolean;
  readonly memberships: readonly Membership[];
  /** Every change that must end the person's sessions raises this number in the same write. */
  readonly generation: number;
  /** Whether the person has confirmed an authenticator. */
  readonly secondFactor: boolean;
  readonly passwordChangedAt?: Date;
  /** Created by the demo, with a public password. */
  readonly demo?: true;
}

export interface PersonRecord extends Omit<Person, 'secondFactor'> {
  readonly _id: string;
  /** In the form of shared/passwords.ts. Absent until the person accepts an invitation. */
  readonly passwordHash?: string;
  readonly totp?: Totp;
  /** It is not in `totp`, so that the person sees it although the authenticator was replaced. */
  readonly unseenCodes?: UnseenCodes;
}

/** The second factor: a time-based code (RFC 6238), or one of the recovery codes. */
export interface Totp {
  /** Sealed under the web application's key. */
  readonly sealedSecret: string;
  /** The time step of the last accepted code. A code of this step or an earlier one is refused. */
  readonly lastStep: number;
  /** Hashes of the recovery codes. Each code works once. */
  readonly recoveryCodes: readonly string[];
  /**
   * The wrong codes since this authenticator was confirmed. They make the next code wait (code-tries.ts). A right code takes back those of
   * its own session only, so the person's logins give no new tries to somebody who guesses.
   */
  readonly wrongCodes?: readonly WrongCode[];
}

export interface WrongCode {
  readonly session: string;
  readonly at: Date;
}

export interface UnseenCodes {
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

export interface PersonSecrets {
  readonly passwordHash: string | undefined;
  readonly totp: Totp | undefined;
}

/** What a link gives to the person who uses it. The membership starts at that moment, not before. */
export interface Invitation {
  /** Public, unlike the token in the link. */
  readonly invitationId: string;
  readonly email: string;
  readonly membership?: Membership;
  readonly support?: true;
  /** Set for an existing person whose password and second factor were reset. */
  readonly personId?: string;
  /**
   * The person forgot the password and asked for this link. It works while the person's sessions and secrets are as they were then. A later
   * change proves that somebody knew the password, or withdraws the link.
   */
  readonly forgotten?: { readonly generation: number };
  readonly invitedBy: Maker;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface InvitationRecord extends Invitation {
  /** SHA-256 of the token in the link. */
  readonly _id: string;
  /** The same of the tokens in the links that were mailed. A worker makes them (activities/mail/mail-link.ts). */
  readonly mailTokens?: readonly string[];
}
