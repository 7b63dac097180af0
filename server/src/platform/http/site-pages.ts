import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Contacts } from '@fws/contract/platform/contacts';
import type { Locale } from '@fws/contract/platform/messages';
import { fillAppLinks, type AppLinks } from './landing.ts';
import { addContactData, fillContacts } from './page-contacts.ts';
import { createPageHandler } from './page-file.ts';
import { addTrialBanner } from './trial-banner.ts';

/** Settings that are filled into the pages. */
export interface Site {
  contacts: Contacts;
  appLinks: AppLinks;
  /** Every page shows the trial banner. */
  trial: boolean;
}

/** The admin area is a separate application. */
export const ADMIN_PAGE = 'admin/admin.html';

/** Serves the built pages with the settings filled in. */
export function createSitePages(dist: string, { contacts, appLinks, trial }: Site) {
  const finish = (html: string) => (trial ? addTrialBanner(html) : html);
  const fillApp = (html: string) => finish(addContactData(fillContacts(html, contacts, 'en'), contacts));
  const createLanding = (locale: Locale) =>
    createPageHandler(path.join(dist, `landing.${locale}.html`), (html) =>
      finish(fillAppLinks(fillContacts(html, contacts, locale), appLinks)),
    );
  const landings: Record<Locale, ReturnType<typeof createPageHandler>> = {
    en: createLanding('en'),
    hi: createLanding('hi'),
  };
  return {
    landings,
    app: createPageHandler(path.join(dist, 'index.html'), fillApp),
    admin: createPageHandler(path.join(dist, ADMIN_PAGE), finish),
    /** The page that the first screens are rendered into. */
    appHtml: fillApp(readFileSync(path.join(dist, 'index.html'), 'utf8')),
  };
}
