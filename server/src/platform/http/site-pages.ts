import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Contacts } from '@fws/contract/platform/contacts';
import type { Locale } from '@fws/contract/platform/messages';
import type { OpenedScreen } from '@fws/contract/platform/opened-screen';
import { fillAppLinks, type AppLinks } from './landing.ts';
import { addContactData, fillContacts } from './page-contacts.ts';
import { createPageHandler } from './page-file.ts';
import { addParts, listFirstCalls } from './page-parts.ts';
import { addTrialBanner } from './trial-banner.ts';

/** Settings that are filled into the pages. */
export interface Site {
  contacts: Contacts;
  appLinks: AppLinks;
  /** Every page shows the trial banner. */
  trial: boolean;
  /** Who takes the payments, and therefore holds the money. */
  chosen: { payments: keyof typeof MONEY_HOLDERS };
}

/** The payment providers' companies. The Reserve Bank has authorised them to hold other people's money. */
const MONEY_HOLDERS = {
  cashfree: 'Cashfree Payments India Private Limited',
  razorpay: 'Razorpay Software Private Limited',
};

const LIVE = '<!-- live -->';
/** Pages of the app that are kept ready, each for one screen with its calls. */
const MAX_KEPT = 50;

/** The admin area is a separate application. */
export const ADMIN_PAGE = 'admin/admin.html';

/** Serves the built pages with the settings filled in. */
export function createSitePages(dist: string, { contacts, appLinks, trial, chosen }: Site) {
  const finish = (html: string) => (trial ? addTrialBanner(html) : html);
  const fillApp = (html: string) => finish(addContactData(fillContacts(html, contacts, 'en'), contacts));
  const fillAppWithParts = (html: string, json: string) => {
    const screen = json === '' ? undefined : (JSON.parse(json) as OpenedScreen);
    return addParts(fillApp(html), screen, listFirstCalls(screen, 'guest'));
  };
  const createLanding = (locale: Locale) =>
    createPageHandler(path.join(dist, `landing.${locale}.html`), (html, live) => {
      const filled = html
        .replaceAll('{{moneyHolder}}', MONEY_HOLDERS[chosen.payments])
        .replace(LIVE, () => live);
      return finish(fillAppLinks(fillContacts(filled, contacts, locale), appLinks));
    });
  const landings: Record<Locale, ReturnType<typeof createPageHandler>> = {
    en: createLanding('en'),
    hi: createLanding('hi'),
  };
  return {
    landings,
    /** For pages that are rendered per request. */
    fillPublic: (html: string, locale: Locale) => finish(fillContacts(html, contacts, locale)),
    /** `screen`: what the address needs, as JSON. */
    app: createPageHandler(path.join(dist, 'index.html'), fillAppWithParts, MAX_KEPT),
    admin: createPageHandler(path.join(dist, ADMIN_PAGE), finish),
    /** The page that the first screens are rendered into. */
    appHtml: fillApp(readFileSync(path.join(dist, 'index.html'), 'utf8')),
  };
}
