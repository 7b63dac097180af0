import { precache } from './precache.ts';

/** The page of the app without anybody's data: server/src/platform/http/web.ts. */
export const SHELL_PAGE = '/offline-shell';
const ASSETS_PREFIX = 'assets-';
export const ASSETS = `${ASSETS_PREFIX}${precache.build}`;
/** Public pages that were seen. */
export const PAGES = 'pages';
const MAX_PAGES = 20;
const AT_ONCE = 4;
/** The build lists the program of the app first. */
const PROGRAM = precache.shell[0] ?? '';

const TYPES: Record<string, RegExp> = {
  js: /javascript/,
  css: /^text\/css/,
  svg: /^image\/svg/,
  png: /^image\/png/,
  woff2: /^font\/woff2/,
  webmanifest: /json/,
};

/** Only a complete answer of our own server, of the type that its name promises, may be kept: never an error page. */
export function mayKeep(path: string, response: Response): boolean {
  const extension = /\.(\w+)$/.exec(path)?.[1] ?? '';
  const type = response.headers.get('content-type') ?? '';
  const wanted = TYPES[extension] ?? /^text\/html/;
  return response.status === 200 && response.type === 'basic' && !response.redirected && wanted.test(type);
}

/** Fetches a file unless a cache, of this build or a former one, has it. File names contain a hash of the content. */
async function addFile(cache: Cache, path: string): Promise<void> {
  if (await cache.match(path)) return;
  const former = path.startsWith('/assets/') ? await caches.match(path) : undefined;
  const response = former ?? (await fetch(path, { priority: 'low', credentials: 'omit' }));
  if (!former && !mayKeep(path, response)) throw new Error(`${path} cannot be kept`);
  await cache.put(path, response);
}

async function addFiles(cache: Cache, paths: readonly string[]): Promise<void> {
  const remaining = [...paths];
  const addNext = async (): Promise<void> => {
    for (let path = remaining.shift(); path !== undefined; path = remaining.shift())
      await addFile(cache, path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, addNext));
}

/** Fetches what an installed worker must have. Rejects otherwise: the browser then keeps the former worker, if any. */
export async function fillShell(): Promise<void> {
  const cache = await caches.open(ASSETS);
  await addFiles(cache, precache.shell);
  const page = await fetch(SHELL_PAGE, { cache: 'no-store', credentials: 'omit' });
  // During a release another process may still send the page of another build.
  const html = await page.clone().text();
  if (!mayKeep(SHELL_PAGE, page) || !html.includes(PROGRAM)) throw new Error('the shell cannot be kept');
  await cache.put(SHELL_PAGE, page);
}

const savesData = (): boolean =>
  (navigator as unknown as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Fetches the other screens, and what a page has used of the rest. Ends early when the disk is full or the network is gone;
 * the next page continues.
 */
export async function fillRest(usedFiles: readonly string[]): Promise<void> {
  const used = precache.later.filter((path) => usedFiles.includes(path));
  const files = savesData() ? used : [...used, ...precache.rest];
  await addFiles(await caches.open(ASSETS), files).catch(() => undefined);
}

/** A hashed file: from a cache, else from the network. */
export async function answerAsset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  const { pathname } = new URL(request.url);
  const isListed = [precache.shell, precache.rest, precache.later].some((list) => list.includes(pathname));
  if (isListed && mayKeep(pathname, response)) {
    const copy = response.clone();
    // A full disk must not keep the page from its file.
    await caches
      .open(ASSETS)
      .then((cache) => cache.put(pathname, copy))
      .catch(() => undefined);
  }
  return response;
}

/** Keeps a public page that was seen, the newest twenty. */
export async function keepPage(path: string, response: Response): Promise<void> {
  const control = response.headers.get('cache-control') ?? '';
  if (!mayKeep(path, response) || /no-store|private/.test(control)) return;
  const cache = await caches.open(PAGES);
  await cache.delete(path);
  await cache.put(path, response);
  const paths = await cache.keys();
  for (const old of paths.slice(0, -MAX_PAGES)) await cache.delete(old);
}

/** Deletes the files of former builds. */
export async function deleteFormerBuilds(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(ASSETS_PREFIX) && name !== ASSETS) await caches.delete(name);
}

export const isOfThisBuild = (program: string): boolean => program === PROGRAM;
