import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext } from '@playwright/test';

// What no journey may meet on any page: an error, an answer 500 or above, the id of a text in place of the text.

const root = path.join(import.meta.dirname, '../..');

/** The areas of all texts, as their ids begin: "quotes", "web.quotes". */
function readAreas(): string[] {
  const files = ['contract/locales/en', 'web/locales/en'].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.json'))
      .map((name) => path.join(root, folder, name)),
  );
  const ids = files.flatMap((file) => Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object));
  return [...new Set(ids.flatMap((id) => /^(?:web\.)?\w+(?=\.)/.exec(id) ?? []))].toSorted();
}

/** Names of files, mail addresses and hosts look like ids. */
const LOOKALIKES = 'pdf|png|jpe?g|webp|heic|mp4|webm|csv|txt|docx?|example|com|in|org|test';

/** What looks like the id of a text: "quotes.part_initial". */
export const ID = new RegExp(
  `(?<![\\w@./-])(?:${readAreas().join('|').replaceAll('.', '\\.')})\\.(?!(?:${LOOKALIKES})\\b)[a-z0-9_]\\w*`,
);

/** Starts a line of the console that tells of an id. */
const SHOWN = 'the id of a text is shown: ';

/**
 * Runs in every page before its own code, and reads each text as it appears: one that is gone a moment later counts too.
 * Reading all of a page after each step would take far longer.
 */
function watchTexts({ source, prefix }: { source: string; prefix: string }): void {
  const page: Document & { isWatched?: true } = document;
  if (page.isWatched) return;
  page.isWatched = true;
  const pattern = new RegExp(source);
  const SEEN = ['aria-label', 'title', 'alt', 'placeholder', 'aria-description'];
  const HIDDEN = 'script, style, template, noscript';
  const reported = new Set<string>();
  const check = (text: string | null): void => {
    const [id] = pattern.exec(text ?? '') ?? [];
    if (id === undefined || reported.has(id)) return;
    reported.add(id);
    console.error(prefix + id);
  };
  const checkElement = (element: Element): void => {
    for (const name of SEEN) if (element.hasAttribute(name)) check(element.getAttribute(name));
  };
  const checkText = (node: Node): void => {
    if (!node.parentElement?.closest(HIDDEN)) check(node.nodeValue);
  };
  const checkTree = (node: Node): void => {
    if (node instanceof Text) return checkText(node);
    if (!(node instanceof Element) || node.closest(HIDDEN)) return;
    check(node.textContent === '' ? null : collectText(node));
    for (const element of [node, ...node.querySelectorAll(SEEN.map((name) => `[${name}]`).join())])
      checkElement(element);
  };
  /** Each text by itself: two that stand beside each other must not look like one. */
  const collectText = (node: Element): string => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest(HIDDEN)) texts.push(walker.currentNode.nodeValue ?? '');
    return texts.join('\n');
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      if (type === 'childList') for (const node of addedNodes) checkTree(node);
      else if (type === 'characterData') checkText(target);
      else checkElement(target as Element);
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: SEEN,
  });
  if (document.documentElement) checkTree(document.documentElement);
}

/**
 * The browser writes these itself: for refusals that a journey expects (answers of 500 and above count anyway), and where
 * the outbox shows a mail in a frame without scripts, in which the script below does not run either.
 */
const BROWSER_LINES = /^(?:Failed to load resource|Blocked script execution in 'about:srcdoc')/;

export interface Watch {
  problems: string[];
  /** Matches what the journey causes on purpose. */
  expected: RegExp | undefined;
}

/** Collects what is wrong with any page of a window, also with those that it opens. */
export async function watchPages(context: BrowserContext, expected?: RegExp): Promise<Watch> {
  const watch: Watch = { problems: [], expected };
  const note = (problem: string): void => {
    if (!watch.expected?.test(problem)) watch.problems.push(problem);
  };
  context.on('weberror', (error) => note(error.error().message));
  context.on('console', (line) => {
    if (line.type() !== 'error' || BROWSER_LINES.test(line.text())) return;
    note(`${new URL(line.page()?.url() ?? 'about:blank').pathname}: ${line.text()}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 500) note(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  const what = { source: ID.source, prefix: SHOWN };
  await context.addInitScript(watchTexts, what);
  // A window that a page opens may keep its global object from the empty document before; then no script runs anew.
  context.on('page', (page) =>
    page.on('domcontentloaded', () => void page.evaluate(watchTexts, what).catch(() => {})),
  );
  return watch;
}

/** The ids of texts in what the product sent: mails, text messages, push and WhatsApp. */
export async function listIdsInMessages(sandboxUrl: string): Promise<string[]> {
  const response = await fetch(`${sandboxUrl}/outbox.json`);
  const messages = (await response.json()) as Record<'subject' | 'title' | 'text' | 'html', string | null>[];
  const texts = messages.map(({ subject, title, text, html }) => [subject, title, text, html].join('\n'));
  return texts.flatMap((text) => ID.exec(text)?.[0] ?? []);
}
