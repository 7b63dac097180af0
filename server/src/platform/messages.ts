import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setupI18n, type I18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { LOCALES, type Locale, type SharedMessageId } from '@fws/contract/platform/messages';
import type { MessageValues } from '@fws/contract/platform/refusal';
import { getAssetPath } from './assets.ts';

const FOLDER = getAssetPath('contract/locales');

function load(locale: Locale): { i18n: I18n; ids: Set<string> } {
  const texts: Record<string, string> = {};
  for (const file of readdirSync(path.join(FOLDER, locale)))
    Object.assign(texts, JSON.parse(readFileSync(path.join(FOLDER, locale, file), 'utf8')));
  const compiled = Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, compileMessage(text)]));
  return { i18n: setupI18n({ locale, messages: { [locale]: compiled } }), ids: new Set(Object.keys(texts)) };
}

let catalogues: Record<Locale, ReturnType<typeof load>> | undefined;

/** Translates a message. A value that is itself a message id (e.g. a standard milestone name) is translated too. */
export function translate(locale: Locale, id: SharedMessageId, values: MessageValues = {}): string {
  catalogues ??= { en: load('en'), hi: load('hi') };
  const { i18n, ids } = catalogues[locale];
  const translatedValues = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && ids.has(value) ? i18n._(value) : value,
    ]),
  );
  return i18n._(id, translatedValues);
}

/** Translates a text that may be a message id or user input. */
export function translateIfId(locale: Locale, text: string): string {
  catalogues ??= { en: load('en'), hi: load('hi') };
  return catalogues[locale].ids.has(text) ? catalogues[locale].i18n._(text) : text;
}

/** From the `lang` cookie, else the first supported language of Accept-Language, else English. */
export function chooseLocale(cookie: string | undefined, acceptLanguage: string | undefined): Locale {
  const findLocale = (text: string | undefined): Locale | undefined =>
    LOCALES.find((locale) => locale === text);
  const accepted = (acceptLanguage ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return findLocale(cookie) ?? accepted.map(findLocale).find((locale) => locale !== undefined) ?? 'en';
}
