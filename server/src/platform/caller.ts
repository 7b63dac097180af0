import type { Permission, Role } from '@fws/contract/platform/permissions';
import type { Outcome } from '@fws/contract/platform/refusal';
import type { SessionScope } from '@fws/contract/platform/scopes';

/** The caller, according to their session. */
export interface Caller {
  userId: number;
  /** Stays the same when the session's token is replaced. */
  sessionId: number;
  /** An account without a verified mobile number may only read. */
  mobileVerified: boolean;
  /** What this session may do: only calls that name its scope are open to it. */
  scope: SessionScope;
  /** When a one-time code to the mobile number was last confirmed in this session. */
  confirmedAt: Date | null;
  /** When a code, an authenticator app or a passkey last proved on this device that the caller is the owner. */
  provenAt: Date | null;
  /** Set when an admin impersonates this user: then nothing may change. */
  impersonation?: Impersonation;
  /** What a call's own query has read of this user together with the session. */
  own?: { query: CallerQuery; rows: readonly unknown[] };
}

/** What a call reads of its caller in the statement that finds the session, because a second one would cost as much. */
export interface CallerQuery {
  /** Of the prepared statement. */
  name: string;
  /** Selects the rows of this user. Its parameters are $1, $2, … */
  buildText(userId: string): string;
  /** The parameters at this moment. */
  readValues(): readonly unknown[];
}

/** The admin who impersonates, and until when. */
export interface Impersonation {
  adminId: number;
  name: string;
  endsAt: Date;
}

/** Implemented by the identity domain: resolves a token to its caller. */
export interface Authenticator {
  /** With a query, most callers come with `own`. */
  authenticate(token: string, query?: CallerQuery): Promise<Caller | null>;
  /** The caller of a session by its id, which alone proves nothing. Does not count as a use of the session. */
  findSession(sessionId: number): Promise<Caller | null>;
  /**
   * Checks a one-time code to the caller's mobile number. On success the session counts as confirmed and gets a new
   * token.
   */
  confirm(caller: Caller, otp: string): Promise<Outcome<{ token: string }>>;
  /** Whole seconds until another such code may be requested; 0: now. */
  findCodeWait(caller: Caller): Promise<number>;
}

/** An admin who has confirmed their second factor in this session. */
export interface AdminCaller extends Caller {
  role: Role;
  /** When the second factor was last confirmed. */
  codeGivenAt: Date;
}

/** Implemented by the admin domain: checks permissions. */
export interface AdminGuard {
  admit(caller: Caller, permission: Permission): Promise<Outcome<AdminCaller>>;
  /** The user whom the admin `own` impersonates by that token; null when it has expired or belongs to another admin. */
  getImpersonatedUser(own: Caller, token: string): Promise<Caller | null>;
  /** May they open a file that is neither theirs nor shared with them? Access to identity data is recorded. */
  mayOpen(
    caller: Caller,
    file: { id: string; subject: string; subjectId: number | null; ownerId: number },
  ): Promise<boolean>;
}
