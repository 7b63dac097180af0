import type { Permission, Role } from '@fws/contract/platform/permissions';
import type { Outcome } from '@fws/contract/platform/refusal';

/** Who is calling, as their session says. */
export interface Caller {
  userId: number;
  /** Stays the same when the session's token is replaced. */
  sessionId: number;
  /** An account without a verified mobile number may look and do nothing else. */
  mobileVerified: boolean;
  /** When a one-time code to the mobile number was last given in this session. */
  confirmedAt: Date | null;
  /** It is not this user, but somebody of FWS who looks as they see: nothing may change. */
  look?: Look;
}

/** Who looks, as whom, and until when. */
export interface Look {
  adminId: number;
  name: string;
  endsAt: Date;
}

/** The identity domain's answer to "whose token is this?". */
export interface Authenticator {
  authenticate(token: string): Promise<Caller | null>;
  /** Checks a one-time code to the caller's mobile number; on success the session counts as confirmed and has a new token. */
  confirm(caller: Caller, otp: string): Promise<Outcome<{ token: string }>>;
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
  /** The user whom `own`, somebody of FWS, looks as by that token; null when it counts no more, or is not theirs. */
  looksAs(own: Caller, token: string): Promise<Caller | null>;
  /** May they open a file that is neither theirs nor shared with them? A look at identity data is recorded. */
  opens(
    caller: Caller,
    file: { id: string; subject: string; subjectId: number | null; ownerId: number },
  ): Promise<boolean>;
}

export const SESSION_COOKIE = 'fws_session';
/** Ties a visitor on the way to Google or Facebook and back to their browser. */
export const TICKET_COOKIE = 'fws_ticket';
/** Names a browser to the accounts that have logged in there. It outlives their sessions. */
export const DEVICE_COOKIE = 'fws_device';
/** A login that waits for its second step. */
export const LOGIN_COOKIE = 'fws_login';
/** Somebody of FWS looks as a user sees. While it is there, it alone says who is looking, whether it still counts or not. */
export const LOOK_COOKIE = 'fws_look';
/** The language of the pages, which the web app's script sets too. */
export const LANGUAGE_COOKIE = 'lang';
/** On https the `__Host-` prefix ties the cookie to this very host. */
export const cookieName = (secure: boolean, name = SESSION_COOKIE): string =>
  secure ? `__Host-${name}` : name;
