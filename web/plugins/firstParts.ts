import type { Plugin, Rolldown } from 'vite';
import { locales } from './locales.ts';

const MARK = '<!-- parts -->';
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss?: Set<string> } };

/**
 * Requests the messages of the page's language, and the screen of a job or the table of all others, in the head. Otherwise
 * they would be requested only once the start of the application has loaded and run.
 */
export function firstParts(): Plugin {
  return {
    name: 'fws-first-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((part): part is Chunk => part.type === 'chunk');
        const listMessageFiles = (part: string) =>
          Object.fromEntries(
            locales.map((locale) => [
              locale,
              collectFiles(`virtual:messages/${locale}/${part}`, chunks, html),
            ]),
          );
        /** The table of the messages of all screens but the first. */
        const furtherMessages = collectFiles('virtual:messages/further', chunks, html);
        const parts = {
          start: listMessageFiles('start'),
          jobs: listMessageFiles('jobs'),
          quotes: listMessageFiles('quotes'),
          photos: listMessageFiles('photos'),
          job: [...furtherMessages, ...collectFiles('/quotes/screens/JobDetail.tsx', chunks, html)],
          further: [...furtherMessages, ...collectFiles('/app/FurtherScreens.tsx', chunks, html)],
        };
        // The server inserts these into the pages of jobs that it renders.
        const styles = parts.job.filter((file) => file.endsWith('.css')).map((file) => `/${file}`);
        const script = `(${preload.toString()})(${JSON.stringify(parts)})`;
        return html.replace(MARK, `<!-- job: ${styles.join(' ')} --><script>${script}</script>`);
      },
    },
  };
}

/** A module's own files and those they import, without those that the page requests anyway. */
function collectFiles(module: string, chunks: readonly Chunk[], html: string): string[] {
  const chunksByName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const files = new Set<string>();
  const visit = (chunk: Chunk | undefined): void => {
    if (!chunk || files.has(chunk.fileName) || html.includes(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
    for (const name of chunk.imports) visit(chunksByName.get(name));
  };
  const entryChunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
  if (!entryChunk) throw new Error(`the build has no chunk for ${module}`);
  visit(entryChunk);
  return [...files];
}

/** Inlined into the page's head as source, so it must be self-contained. */
function preload(parts: {
  start: Record<string, string[]>;
  jobs: Record<string, string[]>;
  quotes: Record<string, string[]>;
  photos: Record<string, string[]>;
  job: string[];
  further: string[];
}) {
  const lang = document.documentElement.lang === 'hi' ? 'hi' : 'en';
  const files = parts.start[lang]!;
  const isJob = location.pathname.startsWith('/job/');
  if (isJob) files.push(...parts.jobs[lang]!, ...parts.quotes[lang]!, ...parts.photos[lang]!, ...parts.job);
  else if (location.pathname !== '/') files.push(...parts.further);
  const load = () => {
    for (const file of files) {
      const link = document.createElement('link');
      link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload';
      if (file.endsWith('.css')) link.as = 'style';
      link.crossOrigin = '';
      link.href = `/${file}`;
      document.head.append(link);
    }
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="later"]')) {
      link.crossOrigin = '';
      link.rel = 'modulepreload';
      if (link.dataset['app'] === undefined) continue;
      const app = document.createElement('script');
      app.type = 'module';
      app.crossOrigin = '';
      app.src = link.href;
      document.head.append(app);
    }
  };
  // Show a server-rendered page first: load the application after the first paint, or after 2 s if there is none.
  if (!document.getElementById('answers')) return load();
  let isLoading = false;
  const loadOnce = () => {
    if (!isLoading) load();
    isLoading = true;
  };
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) loadOnce();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(loadOnce, 2000);
}
