import { loadAreas } from '../platform/i18n/index.ts';
import { hasNetwork } from '../platform/offline/index.ts';
import { onNoServer, onLogout } from '../platform/session/index.ts';

/** A page that has just opened has more urgent work on a slow phone. */
const AFTER_MS = 3_000;

type Background = typeof import('./background/index.tsx');
let loading: Promise<Background> | undefined;

/** Loads what works in the background. After a failure it may be tried again. */
function loadBackground(): Promise<Background> {
  loading ??= Promise.all([import('./background/index.tsx'), loadAreas(['offline'])]).then(([background]) => {
    background.startBackground();
    return background;
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** Before the session starts: what it needs when the server does not answer, and at a logout. */
export function prepareBackground(): void {
  // Chromium offers the installation before the rest of the app is loaded.
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    window.installPrompt = event as NonNullable<Window['installPrompt']>;
  });
  onNoServer(async () => {
    try {
      const { restoreSession } = await import('../platform/kept/restore.ts');
      const user = await restoreSession();
      if (user) await loadBackground();
      return user;
    } catch {
      // These parts are not on the device.
      return undefined;
    }
  });
  onLogout(async () => (await loadBackground()).logoutSteps);
}

/** After the page is shown. The worker fetches the rest of the app, this part included. */
export function startLater(): void {
  if (document.querySelector('.impersonation')) return;
  setTimeout(() => {
    const start = () =>
      void startWorker()
        .then(waitForFiles)
        .then(loadBackground)
        .catch(() => undefined);
    // Missing in Safari.
    (window.requestIdleCallback ?? setTimeout)(start);
  }, AFTER_MS);
}

/** A part that is asked for in vain cannot be loaded before the page is loaded again. Without a worker it needs the network. */
async function waitForFiles(): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (hasNetwork() || container?.controller) return;
  await new Promise((resolve) => {
    window.addEventListener('online', resolve, { once: true });
  });
}

const INSTALLED_WITHIN_MS = 20_000;

/** Registers the service worker. Ends once it is active, or soon if there will be none. */
async function startWorker(): Promise<void> {
  // Missing in old browsers and on http.
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await container?.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  if (registration)
    await Promise.race([
      container?.ready,
      new Promise((resolve) => {
        setTimeout(resolve, INSTALLED_WITHIN_MS);
      }),
    ]);
}
