import { withoutStorage } from '../drafts/deleteAllDrafts.ts';
import { LOCALES, spellOutId, type Locale } from '@fws/contract/platform/messages';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { firstCatalogues, loadFurther } from 'virtual:messages';
import { formatMessage, type Messages, type Values } from './formatMessage.ts';
import { loadScriptFont } from './indicFont.ts';
import type { Area, MessageId } from './messages.ts';

export type { Values };
export type Translate = (id: MessageId, values?: Values) => string;

/** BCP 47 tags for Intl. Digits stay Latin in every language. */
export const INTL_LOCALES: Record<Locale, string> = { en: 'en-IN-u-nu-latn', hi: 'hi-IN-u-nu-latn' };

const STORAGE_KEY = 'lang';
const YEAR_SECONDS = 365 * 24 * 3600;

/** The messages that were loaded, by language. */
const loadedMessages: Record<Locale, Messages> = { en: {}, hi: {} };
let currentLocale: Locale = 'en';
const listeners = new Set<() => void>();

/** The areas of the screens that were opened. */
const areasInUse = new Set(['start']);
/** The language that is being loaded. Areas requested in the meantime are loaded in it too. */
let chosenLocale: Locale | undefined;

async function loadMessages(locale: Locale, area: string): Promise<Messages> {
  const load = firstCatalogues[locale][area] ?? (await loadFurther()).catalogues[locale][area];
  return (await load?.())?.messages ?? {};
}

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** The language of this browser. */
export const getCurrentLocale = (): Locale => currentLocale;

/** The language that the page's head chose. The head fetches its messages before this code is loaded. */
export const getPreferredLocale = (): Locale => (document.documentElement.lang === 'hi' ? 'hi' : 'en');

let noteReady = (): void => {};
/** Resolves when the texts of the first screen are loaded. A call at the start of the app may fail before. */
export const textsReady = new Promise<void>((resolve) => (noteReady = resolve));

export async function activateLocale(locale: Locale): Promise<void> {
  chosenLocale = locale;
  const parts = await Promise.all([...areasInUse].map((area) => loadMessages(locale, area)));
  Object.assign(loadedMessages[locale], ...parts);
  currentLocale = locale;
  for (const listener of listeners) listener();
  noteReady();
  document.documentElement.lang = locale === 'en' ? 'en-IN' : locale;
  loadScriptFont(locale);
}

/** Loads the messages of further screens, in the current language and in any that is chosen later. */
export async function loadAreas(areas: readonly Area[]): Promise<void> {
  for (const area of areas) areasInUse.add(area);
  const locale = chosenLocale ?? getCurrentLocale();
  const parts = await Promise.all(areas.map((area) => loadMessages(locale, area)));
  Object.assign(loadedMessages[locale], ...parts);
}

/** Changes the language, remembers it, and tells the server through the `lang` cookie. */
export async function setLocale(locale: Locale): Promise<void> {
  withoutStorage(() => localStorage.setItem(STORAGE_KEY, locale));
  // On https the name's prefix binds the cookie to this host, like the server's own cookies.
  const secure = window.location.protocol === 'https:';
  const [name, attributes] = secure ? ['__Host-lang', '; secure'] : ['lang', ''];
  document.cookie = `${name}=${locale}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${attributes}`;
  await activateLocale(locale);
}

/** The message of a code of the server, such as an action of the audit log. A code without one is a fault. */
export const translateCode = (id: string, values?: Values): string => translate(id as MessageId, values);

/** For codes that may have no message, such as a provider's. */
export function translateId(id: string, values?: Values): string | undefined {
  return id in loadedMessages[currentLocale] ? translate(id as MessageId, values) : undefined;
}

/** Translates into the language of this browser. Components use `useT`, which the server can render too. */
export const translate: Translate = (id, values) =>
  createLanguage(currentLocale, loadedMessages[currentLocale]).translate(id, values);

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** A language with the messages to render in it. */
interface Language {
  locale: Locale;
  translate: Translate;
}

export function createLanguage(locale: Locale, messages: Messages): Language {
  return {
    locale,
    translate: (id, values = {}) =>
      formatMessage(messages[id] ?? replaceMissing(locale, id), values, INTL_LOCALES[locale]),
  };
}

/**
 * A missing text is a fault: its area is not loaded. Tests and development throw. Production shows words made of the id,
 * and reports the fault as an error of the page, which fails every journey in a browser.
 */
function replaceMissing(locale: Locale, id: string): string {
  const error = new Error(`no message "${id}" in ${locale}`);
  if (import.meta.env.DEV) throw error;
  if (typeof reportError === 'function') reportError(error);
  // oxlint-disable-next-line no-console -- no browser: the server renders the page, and this is its log
  else console.error(error);
  return spellOutId(id);
}

/**
 * The language in which the server or the build renders a page. A context, because the server's requests share this
 * module's state: a page that is rendered meanwhile in another language must not see this one.
 */
export const RenderedLanguage = createContext<Language | undefined>(undefined);

export function useLocale(): Locale {
  const renderedLanguage = useContext(RenderedLanguage);
  const locale = useSyncExternalStore(subscribe, getCurrentLocale, getCurrentLocale);
  return renderedLanguage?.locale ?? locale;
}

export function useT(): Translate {
  const renderedLanguage = useContext(RenderedLanguage);
  const locale = useLocale();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new function per language re-renders memoised children
  const t = useCallback<Translate>((id, values) => translate(id, values), [locale]);
  return renderedLanguage?.translate ?? t;
}
