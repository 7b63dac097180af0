import { isolate } from '@fws/contract/platform/text';

/** A message as the build compiles it: a text, or texts and placeholders in their order. */
export type Message = string | readonly Token[];
type Token = string | readonly [name: string, type?: string, cases?: Readonly<Record<string, Message>>];
export type Messages = Record<string, Message>;
export type Values = Record<string, string | number>;

const numberFormats = new Map<string, Intl.NumberFormat>();

function getNumberFormat(locale: string): Intl.NumberFormat {
  const format = numberFormats.get(locale) ?? new Intl.NumberFormat(locale);
  numberFormats.set(locale, format);
  return format;
}

/** The rule of `Intl.PluralRules`, whose first use takes 30 ms on a slow phone. */
function selectPlural(locale: string, count: number): 'one' | 'other' {
  const isOne = locale.startsWith('hi') ? count >= 0 && count <= 1 : count === 1;
  return isOne ? 'one' : 'other';
}

/** Fills in a message. It knows what our messages use: placeholders, `plural` with `#` and exact cases, and `select`. */
export function formatMessage(message: Message, values: Values, locale: string, count?: number): string {
  if (typeof message === 'string') return message;
  return message.map(formatToken).join('');

  function formatToken(token: Token): string {
    // Most counts need no groups, and the first use of Intl takes long on a slow phone.
    if (token === '#' && Number.isInteger(count) && count !== undefined && count >= 0 && count < 1000)
      return String(count);
    if (token === '#' && count !== undefined) return getNumberFormat(locale).format(count);
    if (typeof token === 'string') return token;
    const [name, type, cases] = token;
    const value = values[name] ?? '';
    if (!cases) return isolate(String(value));
    if (type !== 'plural') return formatMessage(cases[value] ?? cases['other'] ?? '', values, locale, count);
    const counted = Number(value);
    const chosen = cases[value] ?? cases[selectPlural(locale, counted)] ?? cases['other'] ?? '';
    return formatMessage(chosen, values, locale, counted);
  }
}
