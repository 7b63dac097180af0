import type { Locale } from '@fws/contract/platform/messages';
import type { Caller } from '../../../platform/caller.ts';

/** The client of a request, before its user is known. */
export interface Client {
  /** The key that rate limits count by. */
  addressKey: string;
  locale: Locale;
  /** The web app in a browser, or a client that carries its token itself. */
  kind: 'web' | 'api';
  userAgent: string;
  /** The device cookie of the browser; null for a browser without one and for API clients. */
  deviceToken: string | null;
  /** The token that all accounts of the browser share; null as above. */
  browserToken: string | null;
  /** The browser session that a login replaces; null without one and for API clients, which may hold several. */
  formerSessionId: number | null;
}

/** An impersonation is not the browser's own session. */
export const toFormerSession = (caller: Caller | null): number | null =>
  caller && !caller.impersonation ? caller.sessionId : null;
