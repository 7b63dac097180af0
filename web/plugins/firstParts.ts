import type { Plugin, Rolldown } from 'vite';
import { locales } from './locales.ts';

const MARK = '<!-- parts -->';
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss?: Set<string> } };

/**
 * Asks for the words of the page's language, and for the screen of a job or the table of all others, in the head: else they would be asked for
 * only once the start of the application has come and run.
 */
export function firstParts(): Plugin {
  return {
    name: 'fws-first-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((part): part is Chunk => part.type === 'chunk');
        const words = (part: string) =>
          Object.fromEntries(
            locales.map((locale) => [locale, filesOf(`virtual:messages/${locale}/${part}`, chunks, html)]),
          );
        const parts = {
          start: words('start'),
          jobs: words('jobs'),
          quotes: words('quotes'),
          job: filesOf('/quotes/screens/JobDetail.tsx', chunks, html),
          further: filesOf('/app/FurtherScreens.tsx', chunks, html),
        };
        // For the server, which puts it into the pages of jobs that it draws.
        const styles = parts.job.filter((file) => file.endsWith('.css')).map((file) => `/${file}`);
        const script = `(${preload.toString()})(${JSON.stringify(parts)})`;
        return html.replace(MARK, `<!-- job: ${styles.join(' ')} --><script>${script}</script>`);
      },
    },
  };
}

/** A module's own files and what they need, without what the page asks for anyway. */
function filesOf(module: string, chunks: readonly Chunk[], html: string): string[] {
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const files = new Set<string>();
  const visit = (chunk: Chunk | undefined): void => {
    if (!chunk || files.has(chunk.fileName) || html.includes(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
    for (const name of chunk.imports) visit(named.get(name));
  };
  const found = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
  if (!found) throw new Error(`no part of the build is ${module}`);
  visit(found);
  return [...files];
}

/** Runs in the page's head as it stands here. */
function preload(parts: {
  start: Record<string, string[]>;
  jobs: Record<string, string[]>;
  quotes: Record<string, string[]>;
  job: string[];
  further: string[];
}) {
  const lang = document.documentElement.lang === 'hi' ? 'hi' : 'en';
  const files = parts.start[lang]!;
  const isJob = location.pathname.startsWith('/job/');
  if (isJob) files.push(...parts.jobs[lang]!, ...parts.quotes[lang]!, ...parts.job);
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
  // A page that the server has drawn is read first: the application comes once it is on screen, or cannot be seen.
  if (!document.getElementById('answers')) return load();
  let isLoading = false;
  const once = () => {
    if (!isLoading) load();
    isLoading = true;
  };
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) once();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(once, 2000);
}
