import { createContext, useContext } from 'react';
import { sampleContacts, type Contacts } from '@fws/contract/platform/contacts';

/** For rendering on the server or in the build, where there is no page to read. */
export const RenderedContacts = createContext<Contacts | undefined>(undefined);

let contacts: Contacts | undefined;

function readContacts(): Contacts {
  contacts ??=
    (JSON.parse(document.getElementById('contacts')?.textContent ?? 'null') as Contacts | null) ?? undefined;
  // Vite's development server sends the page as it is in the source, without contacts.
  if (import.meta.env.DEV) contacts ??= sampleContacts;
  if (!contacts) throw new Error('the page came without contacts');
  return contacts;
}

/** The contacts of the site's operator: settings of the server, which sends them with the page. */
export function useContacts(): Contacts {
  return useContext(RenderedContacts) ?? readContacts();
}
