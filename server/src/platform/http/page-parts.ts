import type { Locale } from '@fws/contract/platform/messages';
import type { FirstCall, OpenedScreen } from '@fws/contract/platform/opened-screen';

/** The files of each part of the app: web/plugins/firstParts.ts. */
interface PartFiles {
  messages: Record<Locale, Record<string, string[] | undefined>>;
  messageTable: string[];
  screenTable: string[];
  screens: Record<string, string[] | undefined>;
}

const FILES = /<!-- files (\{.*?\}) -->/;
/** Every screen begins with this call, a user's with the count in the header too. */
const CURRENT_USER: FirstCall = { name: 'current_user', body: '{}' };
const UNREAD_COUNT: FirstCall = { name: 'notification_read_status', body: '{}' };

export const listFirstCalls = (screen: OpenedScreen | undefined, status: 'user' | 'guest'): FirstCall[] => [
  CURRENT_USER,
  ...(status === 'user' ? [UNREAD_COUNT] : []),
  ...(screen?.calls ?? []),
];

/** How the page's head and the app name a call. */
export const getCallKey = ({ name, body }: FirstCall): string => `${name}?${body}`;

export const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/** Names in the page the files of its screen, and the calls whose replies it must request itself. */
export function addParts(
  html: string,
  screen: OpenedScreen | undefined,
  calls: readonly FirstCall[],
): string {
  const found = FILES.exec(html);
  if (!found?.[1]) return html;
  const parts = JSON.parse(found[1]) as PartFiles;
  const { modules = [], areas = [], isFurther = true } = screen ?? {};
  const files = new Set([
    ...(areas.length > 0 ? parts.messageTable : []),
    ...(isFurther ? parts.screenTable : []),
    ...modules.flatMap((module) => parts.screens[module] ?? []),
  ]);
  const listMessages = (locale: Locale) => [
    ...new Set(['start', ...areas].flatMap((area) => parts.messages[locale][area] ?? [])),
  ];
  const data = {
    en: listMessages('en'),
    hi: listMessages('hi'),
    files: [...files],
    calls: calls.map(getCallKey),
  };
  return html.replace(FILES, () => `<script type="application/json" id="parts">${escapeJson(data)}</script>`);
}

/** The style sheets of a screen that is rendered by the server. */
export function listStyles(html: string, { modules }: OpenedScreen): string[] {
  const { screens } = JSON.parse(FILES.exec(html)?.[1] ?? '{"screens":{}}') as PartFiles;
  return modules.flatMap((module) => screens[module] ?? []).filter((file) => file.endsWith('.css'));
}
