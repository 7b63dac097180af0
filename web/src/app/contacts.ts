import { placeholderContacts, type Contacts } from '@fws/contract/platform/contacts';

let contacts: Contacts | undefined;

/** Who stands behind the site: settings of the server, which sends them with the page. */
export function getContacts(): Contacts {
  contacts ??=
    (JSON.parse(document.getElementById('contacts')?.textContent ?? 'null') as Contacts | null) ?? undefined;
  // Vite's own server in development sends the page as it stands in the source.
  if (import.meta.env.DEV) contacts ??= placeholderContacts;
  if (!contacts) throw new Error('the page came without contacts');
  return contacts;
}

/** For where there is no page to read: the server draws, or the build does. */
export function setContacts(given: Contacts): void {
  contacts = given;
}
