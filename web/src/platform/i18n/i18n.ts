import { LOCALES, type Locale } from '@fws/contract/platform/messages';
import { i18n } from '@lingui/core';
import type { Messages } from '@lingui/core';
import { useCallback, useSyncExternalStore } from 'react';
import { loadScriptFont } from './indicFont.ts';
import type { MessageId } from './messages.ts';

export type Values = Record<string, string | number>;
export type Translate = (id: MessageId, values?: Values) => string;

/** BCP 47 tags for Intl. Digits stay Latin in every language. */
export const intlLocale: Record<Locale, string> = { en: 'en-IN-u-nu-latn', hi: 'hi-IN-u-nu-latn' };

const STORAGE_KEY = 'lang';
const YEAR_SECONDS = 365 * 24 * 3600;

type Loader = () => Promise<{ messages: Messages }>;

const loaders: Record<Locale, { start: Loader; more: Loader }> = {
  en: { start: () => import('virtual:messages/en/start'), more: () => import('virtual:messages/en/more') },
  hi: { start: () => import('virtual:messages/hi/start'), more: () => import('virtual:messages/hi/more') },
};
/** Some screen beyond the first was opened. */
let moreWanted = false;

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

export function currentLocale(): Locale {
  return isLocale(i18n.locale) ? i18n.locale : 'en';
}

/** The saved choice, else the language of the page the server sent, else the browser's. */
export function preferredLocale(): Locale {
  const saved = localStorage.getItem(STORAGE_KEY);
  if (isLocale(saved)) return saved;
  const cookie = /(?:^|; )lang=(\w+)/.exec(document.cookie)?.[1];
  if (isLocale(cookie)) return cookie;
  return navigator.languages.map((tag) => tag.split('-')[0]).find(isLocale) ?? 'en';
}

export function activateMessages(locale: Locale, messages: Messages): void {
  i18n.load(locale, messages);
  i18n.activate(locale, intlLocale[locale]);
}

export async function activateLocale(locale: Locale): Promise<void> {
  const { start, more } = loaders[locale];
  const parts = await Promise.all(moreWanted ? [start(), more()] : [start()]);
  activateMessages(locale, Object.assign({}, ...parts.map(({ messages }) => messages)));
  document.documentElement.lang = locale === 'en' ? 'en-IN' : locale;
  loadScriptFont(locale);
}

/** The words of all screens but the first, which comes without them. */
export async function loadMoreMessages(): Promise<void> {
  moreWanted = true;
  const locale = currentLocale();
  i18n.load(locale, (await loaders[locale].more()).messages);
}

/** Changes the language, remembers it, and tells the server through the `lang` cookie. */
export async function setLocale(locale: Locale): Promise<void> {
  localStorage.setItem(STORAGE_KEY, locale);
  document.cookie = `lang=${locale}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  await activateLocale(locale);
}

/** For messages whose id is only known at run time, such as a server code. */
export function translateId(id: string, values?: Values): string | undefined {
  return id in i18n.messages ? i18n._(id, values) : undefined;
}

export const translate: Translate = (id, values) => i18n._(id, values);

const subscribe = (onChange: () => void) => i18n.on('change', onChange);

export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, currentLocale, currentLocale);
}

export function useT(): Translate {
  const locale = useLocale();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new function per language re-renders memoised children
  return useCallback<Translate>((id, values) => translate(id, values), [locale]);
}
