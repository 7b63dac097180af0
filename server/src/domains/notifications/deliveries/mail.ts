import type { Locale } from '@fws/contract/platform/messages';
import { escapeHtml } from '../../../platform/html.ts';
import { translate } from '../../../platform/messages.ts';
import type { Content } from './content.ts';

interface MailLinks {
  open: string;
  settings: string;
  /** Null where the messages cannot be turned off. */
  unsubscribe: string | null;
}

/** Subject, text and HTML of one mail. */
export function buildMail(
  locale: Locale,
  content: Content,
  links: MailLinks,
): { subject: string; text: string; html: string } {
  const { parts } = content;
  const subject = parts.length > 0 ? `${content.title}: ${content.text}` : content.text;
  return {
    subject: shortenSubject(subject),
    text: buildText(locale, content, links),
    html: buildHtml(locale, content, links),
  };
}

const SUBJECT_MAX = 120;
const shortenSubject = (subject: string): string =>
  subject.length <= SUBJECT_MAX ? subject : `${subject.slice(0, SUBJECT_MAX - 1).trimEnd()}…`;

function buildText(locale: Locale, content: Content, links: MailLinks): string {
  const { parts, text, button } = content;
  return [
    parts.length > 0 ? parts.map((part) => `- ${part.text}`).join('\n') : text,
    `${button}: ${links.open}`,
    translate(locale, 'deliveries.mail_safety'),
    `${translate(locale, 'deliveries.mail_settings')}: ${links.settings}`,
    ...(links.unsubscribe === null
      ? []
      : [`${translate(locale, 'deliveries.mail_unsubscribe')}: ${links.unsubscribe}`]),
  ].join('\n\n');
}

/** Mail programs know neither style sheets nor scripts, so every element carries its style. */
function buildHtml(locale: Locale, content: Content, links: MailLinks): string {
  const { title, text, amount, parts, button, group } = content;
  // Marigold is for money alone.
  const buttonColours =
    group === 'money' ? 'background:#ffb319;color:#14182f' : 'background:#2b327e;color:#ffffff';
  const link = (url: string, label: string) =>
    `<a href="${escapeHtml(url)}" style="color:#3a4399">${escapeHtml(label)}</a>`;
  const body =
    parts.length > 0
      ? `<ul style="padding-left:20px;margin:0 0 20px">${parts
          .map((part) => `<li style="margin-bottom:8px">${escapeHtml(part.text)}</li>`)
          .join('')}</ul>`
      : [
          amount === null
            ? ''
            : `<p style="margin:0 0 12px;font-size:32px;line-height:1.2;font-weight:700;color:#14182f">${escapeHtml(amount)}</p>\n`,
          `<p style="margin:0 0 20px">${escapeHtml(text)}</p>`,
        ].join('');
  const footer = [
    escapeHtml(translate(locale, 'deliveries.mail_safety')),
    link(links.settings, translate(locale, 'deliveries.mail_settings')),
    ...(links.unsubscribe === null
      ? []
      : [link(links.unsubscribe, translate(locale, 'deliveries.mail_unsubscribe'))]),
  ].join('<br>');
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#f3f4f9;color:#1b1b1f;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;background:#ffffff">
<div style="background:#14183f;color:#ffffff;font-size:20px;font-weight:700;padding:12px 20px">FWS</div>
<div style="padding:20px">
<h1 style="font-size:22px;line-height:1.3;color:#14182f;margin:0 0 12px">${escapeHtml(title)}</h1>
${body}
<p style="margin:0 0 24px"><a href="${escapeHtml(links.open)}" style="display:block;${buttonColours};font-weight:700;text-align:center;text-decoration:none;padding:12px 16px;border-radius:4px">${escapeHtml(button)}</a></p>
<p style="margin:0;font-size:14px;color:#525667">${footer}</p>
</div></div></body></html>
`;
}
