import PostalMime, { type Email } from 'postal-mime';
import type { MailBounce } from '../../ports/messaging.ts';
import type { WebhookReading } from '../../ports/payment-gateway.ts';
import { hashBody } from '../cashfree.ts';
import { matchesSecret, readAuthorization } from '../message-webhook.ts';

/** Larger returned mails are not parsed. */
const BYTES_MAX = 1024 * 1024;

/** Codes that say nothing of the address: full, too big, and rules of the receiving server (RFC 3463). */
const NOT_THE_ADDRESS = /^5\.(?:2\.2|2\.3|3\.4|6\.\d+|7\.\d+)$/;

/** Reads a returned mail (RFC 3464), which the mail server posts as it received it. */
export async function readReturnedMail(
  { headers, rawBody }: { headers: Record<string, string | undefined>; rawBody: Buffer },
  secrets: readonly string[],
): Promise<WebhookReading<MailBounce>> {
  if (!matchesSecret(readAuthorization(headers), secrets)) return { verdict: 'forged', reason: 'secret' };
  if (rawBody.length > BYTES_MAX) return { verdict: 'malformed', reason: 'too large' };
  const mail = await PostalMime.parse(rawBody, { forceRfc822Attachments: true }).catch(() => null);
  if (!mail) return { verdict: 'malformed', reason: 'mail' };
  const dedupeKey = hashBody(rawBody);
  return { verdict: 'valid', dedupeKey, signedAt: null, type: 'returned mail', event: toBounce(mail) };
}

/** Null: an automatic answer, a report of success, or a mail that is not ours. */
function toBounce(mail: Email): MailBounce | null {
  const report = findPart(mail, 'message/delivery-status', 'message/global-delivery-status');
  const action = /^Action: *(\w+)/im.exec(report)?.[1]?.toLowerCase();
  const reason = /^Status: *([245]\.\d{1,3}\.\d{1,3})/im.exec(report)?.[1];
  if (reason === undefined || (action !== 'failed' && action !== 'delayed')) return null;
  const reference = findReference(mail);
  if (reference === null) return null;
  const isPermanent = action === 'failed' && reason.startsWith('5.') && !NOT_THE_ADDRESS.test(reason);
  return { reference, kind: isPermanent ? 'permanent' : 'temporary', reason };
}

/** From the address it was returned to (`bounces+<reference>@…`), else from our Message-ID in the returned mail. */
function findReference(mail: Email): string | null {
  const recipients = mail.headers
    .filter(({ key }) => ['to', 'delivered-to', 'x-original-to'].includes(key))
    .map(({ value }) => value)
    .join(' ');
  const byAddress = /\+([\w-]{8,64})@/.exec(recipients)?.[1];
  if (byAddress !== undefined) return byAddress;
  const returned = findPart(mail, ...RETURNED_TYPES);
  // A long header may go on in the next line.
  return /^Message-ID:\s*<([\w-]{8,64})@/im.exec(returned)?.[1] ?? null;
}

/** The whole mail or its headers; `global` where addresses have letters of other scripts (RFC 6533). */
const RETURNED_TYPES = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers'];

/** The text of the first part of one of these types; empty when there is none. */
function findPart(mail: Email, ...types: string[]): string {
  const content = mail.attachments.find(({ mimeType }) => types.includes(mimeType))?.content;
  if (content === undefined) return '';
  return typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8');
}
