import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setupI18n, type I18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { isCalendarDate } from '@fws/contract/platform/dates';
import { LOCALES, spellOutId, type Locale, type SharedMessageId } from '@fws/contract/platform/messages';
import { formatDate, formatMoment } from '@fws/contract/platform/moments';
import type { MessageValues } from '@fws/contract/platform/refusal';
import { isolate } from '@fws/contract/platform/text';
import { getAssetPath } from './assets.ts';
import type { Log } from './log.ts';

const FOLDER = getAssetPath('contract/locales');

/**
 * Clients of the specification get its texts word for word. Screens word some of them better: those are in the folder
 * `screens` of a locale, under the same ids.
 */
export type Wording = 'specified' | 'screen';

/** The language of an answer, with the wording that its client expects. */
export interface Language {
  locale: Locale;
  wording: Wording;
}

type MissingText = { locale: Locale; id: string };

const throwMissing = ({ locale, id }: MissingText): never => {
  throw new Error(`no message "${id}" in ${locale}`);
};
/** In development and in tests a missing text is a fault that cannot be overlooked. */
let onMissing: (text: MissingText) => void = throwMissing;

/** In production a missing text is reported, and readers get words instead of an error. Returns how to end that. */
export function reportMissingMessages(log: Log): () => void {
  onMissing = (text) => log.error('message missing', new Error(`no message "${text.id}"`), { ...text });
  return () => (onMissing = throwMissing);
}

interface Catalogue {
  i18n: I18n;
  texts: ReadonlyMap<string, string>;
}

function readTexts(folder: string): Record<string, string> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const texts = files.map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as object);
  return Object.assign({}, ...texts) as Record<string, string>;
}

function load(locale: Locale, wording: Wording): Catalogue {
  const folder = path.join(FOLDER, locale);
  const texts = {
    ...readTexts(folder),
    ...(wording === 'screen' ? readTexts(path.join(folder, 'screens')) : {}),
  };
  const compiled = Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, compileMessage(text)]));
  return {
    i18n: setupI18n({
      locale,
      messages: { [locale]: compiled },
      missing: (_, id) => {
        onMissing({ locale, id });
        return spellOutId(id);
      },
    }),
    texts: new Map(Object.entries(texts)),
  };
}

const catalogues = new Map<string, Catalogue>();

function getCatalogue(locale: Locale, wording: Wording): Catalogue {
  const key = `${locale} ${wording}`;
  const catalogue = catalogues.get(key) ?? load(locale, wording);
  catalogues.set(key, catalogue);
  return catalogue;
}

/**
 * Translates a message. A value that is itself a message id (e.g. a standard milestone name) is translated too. A `time`
 * (as of `toISOString`) and a `date` (2026-12-18) are written in the reader's format.
 */
export function translate(
  locale: Locale,
  id: SharedMessageId,
  values: MessageValues = {},
  wording: Wording = 'specified',
): string {
  const { i18n } = getCatalogue(locale, wording);
  const translatedValues = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? isolate(translateValue(locale, name, value)) : value,
    ]),
  );
  return i18n._(id, translatedValues);
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** A value of a message as the reader sees it. */
export function translateValue(locale: Locale, name: string, value: string): string {
  if (name === 'time' && MOMENT.test(value)) return formatMoment(createTranslate(locale), value);
  if (name === 'date' && isCalendarDate(value)) return formatDate(createTranslate(locale), value);
  return translateIfId(locale, value);
}

/** Translates into one language, as the formatters of dates and times need it. */
export const createTranslate =
  (locale: Locale) =>
  (id: SharedMessageId, values: MessageValues = {}): string =>
    getCatalogue(locale, 'specified').i18n._(id, values);

/** Translates a text that may be a message id or user input. */
export function translateIfId(locale: Locale, text: string): string {
  const { i18n, texts } = getCatalogue(locale, 'specified');
  return texts.has(text) ? i18n._(text) : text;
}

/** A message with its placeholders, as the catalogue has it. */
export const getText = (locale: Locale, id: SharedMessageId): string =>
  getCatalogue(locale, 'specified').texts.get(id) ?? '';

/** The names of a message's values, in the order in which its text has them. */
export function listValueNames(locale: Locale, id: SharedMessageId): string[] {
  return [...getText(locale, id).matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name);
}

/** From the `lang` cookie, else the first supported language of Accept-Language, else English. */
export function chooseLocale(cookie: string | undefined, acceptLanguage: string | undefined): Locale {
  const findLocale = (text: string | undefined): Locale | undefined =>
    LOCALES.find((locale) => locale === text);
  const accepted = (acceptLanguage ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return findLocale(cookie) ?? accepted.map(findLocale).find((locale) => locale !== undefined) ?? 'en';
}

export const endSentence = (locale: Locale, text: string): string =>
  /[.।?!]$/.test(text) ? text : `${text}${locale === 'hi' ? '।' : '.'}`;
