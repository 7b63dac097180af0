/** A message as the build compiles it: a text, or texts and placeholders in their order. */
export type Message = string | readonly Token[];
type Token = string | readonly [name: string, type?: string, cases?: Readonly<Record<string, Message>>];
export type Messages = Record<string, Message>;
export type Values = Record<string, string | number>;

const numberFormats = new Map<string, Intl.NumberFormat>();
const pluralRules = new Map<string, Intl.PluralRules>();

function remember<T>(known: Map<string, T>, locale: string, create: (locale: string) => T): T {
  const existing = known.get(locale) ?? create(locale);
  known.set(locale, existing);
  return existing;
}

/** Fills in a message. It knows what our messages use: placeholders, `plural` with `#` and exact cases, and `select`. */
export function formatMessage(message: Message, values: Values, locale: string, count?: number): string {
  if (typeof message === 'string') return message;
  return message.map(formatToken).join('');

  function formatToken(token: Token): string {
    // Most counts need no groups, and the first use of Intl takes long on a slow phone.
    if (token === '#' && Number.isInteger(count) && count !== undefined && count >= 0 && count < 1000)
      return String(count);
    if (token === '#' && count !== undefined)
      return remember(numberFormats, locale, (tag) => new Intl.NumberFormat(tag)).format(count);
    if (typeof token === 'string') return token;
    const [name, type, cases] = token;
    const value = values[name] ?? '';
    if (!cases) return String(value);
    if (type !== 'plural') return formatMessage(cases[value] ?? cases['other'] ?? '', values, locale, count);
    const counted = Number(value);
    const rules = remember(pluralRules, locale, (tag) => new Intl.PluralRules(tag));
    const chosen = cases[value] ?? cases[rules.select(counted)] ?? cases['other'] ?? '';
    return formatMessage(chosen, values, locale, counted);
  }
}
