import type { Plugin, Rolldown } from 'vite';

const MARK = '<!-- parts -->';
/** The server replaces this by what the address of each page needs: server/src/platform/http/page-parts.ts. */
const SCREEN_MARK = '<!-- screen -->';
type Chunk = Rolldown.OutputChunk & {
  viteMetadata?: { importedCss?: Set<string>; importedAssets?: Set<string> };
};

/** Modules that `modulePath` names; see web/plugins/firstPage.ts. */
export const SCREEN_MODULE = /\/web\/src\/((?:domains\/\w+\/screens|landing|app\/design)\/\w+\.tsx)$/;
const MESSAGES = /virtual:messages\/(\w+)\/([\w-]+)$/;

/** The files of each part of the app that a page can name in its head. */
interface PartFiles {
  /** By locale and area. */
  messages: Record<string, Record<string, string[]>>;
  /** The table of the messages of all screens but the first. */
  messageTable: string[];
  /** The table of all screens but the first. */
  screenTable: string[];
  /** By path below web/src. */
  screens: Record<string, string[]>;
}

/**
 * Tells the server the files of each screen, and loads those that the server names in the head of a page. Otherwise they
 * would be requested only once the start of the application has loaded and run.
 */
export function firstParts(): Plugin {
  return {
    name: 'fws-first-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((part): part is Chunk => part.type === 'chunk');
        const find = (module: string) => {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
          if (!chunk) throw new Error(`the build has no chunk for ${module}`);
          return collectFiles(chunk, chunks, html);
        };
        const files: PartFiles = {
          messages: {},
          messageTable: find('virtual:messages/further'),
          screenTable: find('/app/FurtherScreens.tsx'),
          screens: {},
        };
        for (const chunk of chunks) {
          const [, locale = '', area = ''] = MESSAGES.exec(chunk.facadeModuleId ?? '') ?? [];
          if (area !== '') (files.messages[locale] ??= {})[area] = collectFiles(chunk, chunks, html);
          const screen = SCREEN_MODULE.exec(chunk.facadeModuleId ?? '')?.[1];
          if (screen !== undefined) files.screens[screen] = collectFiles(chunk, chunks, html);
        }
        return html
          .replace(SCREEN_MARK, () => `<!-- files ${JSON.stringify(files)} -->`)
          .replace(MARK, () => `<script>(${loadParts.toString()})()</script>`);
      },
    },
  };
}

/** A chunk's own files and those it imports, without those that the page requests anyway. */
function collectFiles(entry: Chunk, chunks: readonly Chunk[], html: string): string[] {
  const chunksByName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const files = new Set<string>();
  const visit = (chunk: Chunk | undefined): void => {
    if (!chunk || files.has(chunk.fileName) || html.includes(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
    // Pictures in style sheets.
    for (const asset of chunk.viteMetadata?.importedAssets ?? [])
      if (asset.endsWith('.svg')) files.add(asset);
    for (const name of chunk.imports) visit(chunksByName.get(name));
  };
  visit(entry);
  return [...files];
}

/** Inlined into the page's head as source, so it must be self-contained. */
function loadParts() {
  const parts = JSON.parse(document.getElementById('parts')?.textContent ?? 'null') as {
    files: string[];
    en: string[];
    hi: string[];
  } | null;
  const files = parts ? [...parts[document.documentElement.lang === 'hi' ? 'hi' : 'en'], ...parts.files] : [];
  const loadFiles = () => {
    for (const file of files) {
      const link = document.createElement('link');
      const kind = file.split('.').pop();
      link.rel = kind === 'js' ? 'modulepreload' : 'preload';
      if (kind === 'css') link.as = 'style';
      if (kind === 'svg') link.as = 'image';
      else link.crossOrigin = '';
      link.href = `/${file}`;
      document.head.append(link);
    }
  };
  const load = () => {
    // The largest files first.
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
    loadFiles();
  };
  // Show a server-rendered page first: load the application after the first paint, or after 2 s if there is none.
  if (!document.getElementById('answers')?.lang) return load();
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
