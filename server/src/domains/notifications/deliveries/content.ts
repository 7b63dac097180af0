import { getGroup } from '@fws/contract/notifications/channels';
import {
  NOTIFICATION_TYPES,
  type NotificationType,
  type NotificationGroup,
} from '@fws/contract/notifications/model';
import { hideContactData } from '../../../platform/contact-filter/index.ts';
import type { Locale, SharedMessageId } from '@fws/contract/platform/messages';
import type { MessageValues } from '@fws/contract/platform/refusal';
import { removeIsolates } from '@fws/contract/platform/text';
import { endSentence, listValueNames, translate, translateValue } from '../../../platform/messages.ts';
import { getTextId } from '../texts.ts';

/** The longest value of a template that the operators (DLT) let through. */
const TEMPLATE_VALUE_MAX = 30;

/** What one message says, for every channel. */
export interface Content {
  /** The text registered for it. */
  template: string;
  /** Null for several kinds at once. */
  group: NotificationGroup | null;
  title: string;
  /** One sentence, and what happens without an answer. */
  text: string;
  /** For a text message: short values, plain characters. Without the link. */
  smsText: string;
  /** What a message about money is about; null for others. */
  amount: string | null;
  /** The values of the template, in its order. Without the link. */
  templateValues: readonly string[];
  /** The screen that it is about. */
  path: string;
  button: string;
  /** What a message of several events is made of; empty for one event. */
  parts: readonly { title: string; text: string }[];
}

/** The event of a delivery. */
export interface Told {
  type: string;
  values: MessageValues;
  path: string | null;
}

export const NOTIFICATIONS_PATH = '/notifications';
export const SETTINGS_PATH = '/notificationSettings';

export function buildContent(locale: Locale, told: readonly [Told, ...Told[]]): Content {
  const [first, ...others] = told.map(hideContacts) as [Told, ...Told[]];
  if (others.length > 0) return buildBundle(locale, [first, ...others]);
  if (first.type === 'test') return buildTest(locale);
  const type = parseType(first.type);
  const group = getGroup(type);
  return {
    template: type,
    group,
    title: translate(locale, `deliveries.title_${type}`),
    text: buildSentences(locale, type, first.values),
    smsText: toPlainText(buildSmsSentences(locale, type, shortenValues(locale, type, first.values))),
    amount: group === 'money' && first.values['amount'] !== undefined ? String(first.values['amount']) : null,
    templateValues: listTemplateValues(locale, type, first.values),
    path: first.path ?? NOTIFICATIONS_PATH,
    button: translate(locale, findButton(type, group)),
    parts: [],
  };
}

function buildBundle(locale: Locale, told: readonly Told[]): Content {
  const titles = new Map<string, number>();
  const parts = told.map(({ type: name, values }) => {
    const type = parseType(name);
    const title = translate(locale, `deliveries.title_${type}`);
    titles.set(title, (titles.get(title) ?? 0) + 1);
    return { title, text: buildSentences(locale, type, values) };
  });
  const summary = [...titles]
    .map(([title, count]) =>
      count === 1 ? title : translate(locale, 'deliveries.bundle_part', { title, count }),
    )
    .join(', ');
  const count = told.length;
  return {
    template: 'bundle',
    group: null,
    title: translate(locale, 'deliveries.bundle_title', { count }),
    text: summary,
    smsText: toPlainText(translate(locale, 'deliveries.bundle', { count, summary: shorten(summary) })),
    amount: null,
    templateValues: [String(count), shorten(summary)],
    path: NOTIFICATIONS_PATH,
    button: translate(locale, 'deliveries.open'),
    parts,
  };
}

const buildTest = (locale: Locale): Content => ({
  template: 'test',
  group: null,
  title: translate(locale, 'deliveries.test_title'),
  text: translate(locale, 'deliveries.test'),
  smsText: toPlainText(translate(locale, 'deliveries.test')),
  amount: null,
  templateValues: [],
  path: SETTINGS_PATH,
  button: translate(locale, 'deliveries.open'),
  parts: [],
});

/** Values that people wrote. */
const WRITTEN_VALUES: ReadonlySet<string> = new Set([
  'job',
  'milestone',
  'comment',
  'search',
  'worker',
  'person',
]);
/** Nobody can make FWS send a link or a number of theirs: who gets a message from FWS trusts what it says. */
const hideContacts = (told: Told): Told => ({
  ...told,
  values: Object.fromEntries(
    Object.entries(told.values).map(([name, value]) => [
      name,
      typeof value === 'string' && WRITTEN_VALUES.has(name) ? hideContactData(value) : value,
    ]),
  ),
});

function parseType(name: string): NotificationType {
  const type = NOTIFICATION_TYPES.find((each) => each === name);
  if (type === undefined) throw new Error(`a delivery of the unknown type ${name}`);
  return type;
}

/** What happens without an answer, and when. */
const NOTES: Partial<Record<NotificationType, SharedMessageId>> = {
  payment_requested: 'deliveries.note_payment_requested',
};
/** Texts whose plurals a registered text cannot have. */
const SMS_TEXTS: Partial<Record<NotificationType, SharedMessageId>> = {
  saved_search_daily: 'deliveries.sms_saved_search_daily',
};

const buildSentences = (locale: Locale, type: NotificationType, values: MessageValues): string =>
  joinSentences(locale, [
    translate(locale, getTextId(type, values), values),
    ...buildNote(locale, type, values),
  ]);

const buildSmsSentences = (locale: Locale, type: NotificationType, values: MessageValues): string =>
  joinSentences(locale, [
    translate(locale, SMS_TEXTS[type] ?? getTextId(type, values), values),
    ...buildNote(locale, type, values),
  ]);

function buildNote(locale: Locale, type: NotificationType, values: MessageValues): string[] {
  const note = NOTES[type];
  // A payment that was asked for before an upgrade came without its time.
  return note === undefined || values['time'] === undefined ? [] : [translate(locale, note, values)];
}

/** One sentence stays without a full stop, as on the screen. */
export const joinSentences = (locale: Locale, sentences: readonly string[]): string =>
  sentences.length === 1
    ? (sentences[0] ?? '')
    : sentences.map((sentence) => endSentence(locale, sentence)).join(' ');

/** The ids of the texts that a template of this type consists of, for registering it. */
export const listTemplateTexts = (type: NotificationType): SharedMessageId[] => [
  SMS_TEXTS[type] ?? `notifications.${type}`,
  ...(NOTES[type] === undefined ? [] : [NOTES[type]]),
];

/** As the operators want them: a value that is too long for a template stops the message. */
function listTemplateValues(locale: Locale, type: NotificationType, values: MessageValues): string[] {
  const shortValues = shortenValues(locale, type, values);
  return listTemplateTexts(type)
    .flatMap((id) => listValueNames(locale, id))
    .map((name) => String(shortValues[name] ?? ''));
}

/** Every value as the reader sees it, cut to what a template takes. */
function shortenValues(locale: Locale, type: NotificationType, values: MessageValues): MessageValues {
  const names = new Set(listTemplateTexts(type).flatMap((id) => listValueNames(locale, id)));
  return Object.fromEntries(
    [...names].map((name) => [name, shorten(translateValue(locale, name, String(values[name] ?? '')))]),
  );
}

function shorten(value: string): string {
  const characters = Array.from(value.replace(/\s+/g, ' ').trim());
  if (characters.length <= TEMPLATE_VALUE_MAX) return characters.join('');
  return `${characters
    .slice(0, TEMPLATE_VALUE_MAX - 3)
    .join('')
    .trimEnd()}...`;
}

/**
 * Only characters of the cheapest encoding of text messages where the language allows it: one ₹ or typographic quote
 * would double the price.
 */
export const toPlainText = (text: string): string =>
  removeIsolates(text)
    .replaceAll('₹', 'Rs ')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replaceAll('··', '..')
    .replaceAll('…', '...')
    .replaceAll('•', '*')
    .replaceAll('\u2212', '-');

function findButton(type: NotificationType, group: NotificationGroup): SharedMessageId {
  if (type === 'payment_requested') return 'deliveries.open_payment_requested';
  if (type === 'quote_received') return 'deliveries.open_quote_received';
  return group === 'security' ? 'deliveries.open_security' : 'deliveries.open';
}
