import type { Locale } from '@fws/contract/platform/messages';
import type { Permission, Role } from '@fws/contract/platform/permissions';
import type { Outcome } from '@fws/contract/platform/refusal';

/** Who is calling, as their session says. */
export interface Caller {
  userId: number;
  /** Names the session to the identity domain; not the token. */
  sessionKey: string;
  /** When a password or one-time code was last given in this session. */
  confirmedAt: Date | null;
}

/** The identity domain's answer to "whose token is this?". */
export interface Authenticator {
  authenticate(token: string): Promise<Caller | null>;
  /** Checks a one-time code given again before money leaves; on success the session counts as confirmed. */
  confirm(caller: Caller, otp: string, locale: Locale): Promise<Outcome<null>>;
}

/** Somebody of FWS who has given their second factor in this session. */
export interface AdminCaller extends Caller {
  role: Role;
  /** When a code of it was last given. */
  codeGivenAt: Date;
}

/** The admin domain's answer to "may they do this?". */
export interface AdminGuard {
  admit(caller: Caller, permission: Permission): Promise<Outcome<AdminCaller>>;
  /** May they open a file that is neither theirs nor shared with them? A look at identity data is recorded. */
  opens(caller: Caller, file: { id: string; subject: string; subjectId: number | null }): Promise<boolean>;
}

export const SESSION_COOKIE = 'fws_session';
/** Ties a visitor on the way to Google or Facebook and back to their browser. */
export const TICKET_COOKIE = 'fws_ticket';
/** On https the `__Host-` prefix ties the cookie to this very host. */
export const cookieName = (secure: boolean, name = SESSION_COOKIE): string =>
  secure ? `__Host-${name}` : name;
