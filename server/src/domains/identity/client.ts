import type { Locale } from '@fws/contract/platform/messages';
import type { Caller } from '../../platform/http/auth.ts';
import type { Context } from '../../platform/http/route.ts';

/** Who asks, before they are known. */
export interface Client {
  /** What limits count by. */
  addressKey: string;
  locale: Locale;
  /** The web app in a browser, or a client that carries its token itself. */
  kind: 'web' | 'api';
  userAgent: string;
  /** What the browser keeps to be known again; null for another one and for other clients. */
  deviceToken: string | null;
  /** Of the browser, which a login replaces; null for another one and for other clients, which have several. */
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

/** A look at what somebody else sees is not the browser's own session. */
export const toFormerSession = (caller: Caller | null): number | null =>
  caller && !caller.look ? caller.sessionId : null;
