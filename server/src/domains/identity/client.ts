import type { Locale } from '@fws/contract/platform/messages';
import type { Caller } from '../../platform/caller.ts';
import type { Context } from '../../platform/http/route.ts';

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
  /** The browser session that a login replaces; null without one and for API clients, which may hold several. */
  formerSessionId: number | null;
}

export const toClient = (context: Context & { caller: Caller | null }): Client => ({
  addressKey: context.addressKey,
  locale: context.locale,
  kind: context.web ? 'web' : 'api',
  userAgent: context.userAgent,
  deviceToken: context.device.read(),
  formerSessionId: context.web ? toFormerSession(context.caller) : null,
});

/** An impersonation is not the browser's own session. */
export const toFormerSession = (caller: Caller | null): number | null =>
  caller && !caller.impersonation ? caller.sessionId : null;
