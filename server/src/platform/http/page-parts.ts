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
/** Every screen begins with this call, a user's with the counts in the header too. */
const CURRENT_USER: FirstCall = { name: 'current_user', body: '{}' };
const COUNTS: FirstCall[] = [
  { name: 'notification_read_status', body: '{}' },
  { name: 'conversation_counts', body: '{}' },
];

export const listFirstCalls = (screen: OpenedScreen | undefined, status: 'user' | 'guest'): FirstCall[] => [
  CURRENT_USER,
  ...(status === 'user' ? COUNTS : []),
  ...(screen?.calls ?? []),
];

/** How the page's head and the app name a call. */
export const getCallKey = ({ name, body }: FirstCall): string => `${name}?${body}`;

export const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/** The style sheets of the page, which are below its header: web/plugins/earlyPaint.ts. */
const STYLES = /<link rel="stylesheet"[^>]*>/;

/**
 * Links the files of its screen to a page, and names those that depend on the reader's language, and the calls whose
 * replies it must request itself.
 */
export function addParts(
  html: string,
  screen: OpenedScreen | undefined,
  calls: readonly FirstCall[],
): string {
  const found = collectParts(html, screen, calls);
  if (!found) return html;
  const { files, ...parts } = found;
  const styles = files.filter(isStyle).map(buildStyleLink).join('');
  const links = files.filter((file) => !isStyle(file)).map(buildLink);
  return (
    html
      .replace(FILES, () => buildParts({ ...parts, files: [] }))
      // After the application, whose files are the largest: over HTTP/1.1 a browser begins with six.
      .replace('</head>', (end) => links.join('') + end)
      .replace(STYLES, (link) => link + styles)
  );
}

/** The same for a rendered page, which loads its files itself once it is shown. */
export function addLaterParts(html: string, screen: OpenedScreen): string {
  const parts = collectParts(html, screen, []);
  return parts ? html.replace(FILES, () => buildParts(parts)) : html;
}

const isStyle = (file: string): boolean => file.endsWith('.css');
export const buildStyleLink = (file: string): string => `<link rel="stylesheet" crossorigin href="/${file}">`;
const buildLink = (file: string): string =>
  file.endsWith('.js')
    ? `<link rel="modulepreload" crossorigin href="/${file}">`
    : `<link rel="preload" as="image" href="/${file}">`;

interface PageParts {
  en: string[];
  hi: string[];
  files: string[];
  calls: string[];
}

const buildParts = (parts: PageParts): string =>
  `<script type="application/json" id="parts">${escapeJson(parts)}</script>`;

function collectParts(
  html: string,
  screen: OpenedScreen | undefined,
  calls: readonly FirstCall[],
): PageParts | undefined {
  const found = FILES.exec(html);
  if (!found?.[1]) return undefined;
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
  return {
    en: listMessages('en'),
    hi: listMessages('hi'),
    files: [...files],
    calls: calls.map(getCallKey),
  };
}

/** The style sheets of a screen that is rendered by the server. */
export function listStyles(html: string, { modules }: OpenedScreen): string[] {
  const { screens } = JSON.parse(FILES.exec(html)?.[1] ?? '{"screens":{}}') as PartFiles;
  return modules.flatMap((module) => screens[module] ?? []).filter(isStyle);
}
