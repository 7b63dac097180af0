import type { Locale } from '@fws/contract/platform/messages';
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
}

export const toClient = (context: Context): Client => ({
  addressKey: context.addressKey,
  locale: context.locale,
  kind: context.web ? 'web' : 'api',
  userAgent: context.userAgent,
  deviceToken: context.device.read(),
});
