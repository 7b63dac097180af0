import { toPhoneLink, type Contacts } from '@fws/contract/platform/contacts';
import type { Locale } from '@fws/contract/platform/messages';
import { escapeHtml } from '../html.ts';

const DATA = '<!-- contacts -->';
const SOCIAL_LINK = /<a\b[^>]*href="social:(\w+)"[^>]*>[^<]*<\/a>/g;

/** Puts the contacts into a page in which the build left placeholders (`contactsToFill` in contract/). */
export function fillContacts(html: string, contacts: Contacts, locale: Locale): string {
  const { social, hours, ...texts } = contacts;
  const values: Record<string, string> = { ...texts, hours: hours[locale] };
  return html
    .replace(SOCIAL_LINK, (link, name) => {
      const url = social.find((network) => network.name === name)?.url;
      return url === undefined ? '' : link.replace(`social:${name}`, () => escapeHtml(url));
    })
    .replaceAll('tel:{{phone}}', () => escapeHtml(toPhoneLink(contacts.phone)))
    .replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => escapeHtml(values[name] ?? placeholder));
}

/** For the app's own script: useContacts() in web/src/platform/contacts/index.ts reads them. */
export function addContactData(html: string, contacts: Contacts): string {
  const json = JSON.stringify(contacts).replaceAll('<', String.raw`\u003c`);
  return html.replace(DATA, () => `<script type="application/json" id="contacts">${json}</script>`);
}
