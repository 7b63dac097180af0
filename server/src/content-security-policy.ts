import { listLinkOrigins } from './adapters/files/link-origin.ts';
import type { Config } from './config/index.ts';

/** `{s}` may stand for several servers; a policy has no wildcard except for a whole label. */
function listTileOrigins(url: string): string[] {
  if (url === '') return [];
  const { protocol, host } = new URL(url.replace(/\{s\}/, 'x--s').replaceAll(/\{\w+\}/g, 'x'));
  return [`${protocol}//${host.replace(/^[^.]*x--s[^.]*(?=\.)/, '*')}`];
}

/** The pages that the form on our payment page may redirect to. */
const listCheckoutPages = ({ cashfree, razorpay }: Config): string[] => [
  ...new Set([cashfree.payments, razorpay.payments].flatMap((account) => account?.checkoutUrl ?? [])),
];

/** What pages may load, and from where. */
export function buildContentSecurityPolicy(config: Config, scriptHashes: string[]): Record<string, string[]> {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'", "'unsafe-inline'"],
    // Files in a bucket are read from there.
    'img-src': [
      "'self'",
      'data:',
      'blob:',
      ...listTileOrigins(config.mapTiles.url),
      ...listLinkOrigins(config.files),
    ],
    // Recorded video is previewed before it is sent.
    'media-src': ["'self'", 'blob:', ...listLinkOrigins(config.files)],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    // The form on our payment page redirects to the provider's page.
    'form-action': ["'self'", ...listCheckoutPages(config)],
  };
}
