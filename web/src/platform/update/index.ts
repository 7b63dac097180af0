import { useSyncExternalStore } from 'react';
import { getFormUpload } from '../client/uploads.ts';

let waiting: ServiceWorker | null = null;
let hasInput = false;
/** Whether a newer worker than this page's answers it, because the user went on or another tab has taken the update. */
let isOutdated = false;
const listeners = new Set<() => void>();

function setWaiting(worker: ServiceWorker | null): void {
  waiting = worker;
  for (const listener of listeners) listener();
}

/** Follows updates: a new worker waits until the user asks for it or the page has nothing to lose. */
export async function followUpdates(): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await container?.getRegistration().catch(() => undefined);
  if (!container || !registration) return;
  const check = () => setWaiting(container.controller ? registration.waiting : null);
  check();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', check);
  });
  const greet = () => container.controller?.postMessage({ type: 'hello', files: listLoadedFiles() });
  greet();
  let controller = container.controller;
  container.addEventListener('controllerchange', () => {
    isOutdated ||= controller !== null;
    ({ controller } = container);
    greet();
    check();
  });
  container.addEventListener('message', answerWorker);
  // Typed since the last navigation: what the next one leaves is in a draft, or the user has given it up.
  for (const type of ['input', 'change'])
    document.addEventListener(type, () => {
      hasInput = true;
    });
  window.addEventListener('pushState', () => {
    if (!mayLoseInput()) void takeUpdate();
    hasInput = false;
  });
}

const mayLoseInput = (): boolean => hasInput || getFormUpload() !== null;

/** Loads the new version, unless the user has begun to type before it was there: then the next navigation does. */
async function takeUpdate(): Promise<void> {
  await activateUpdate();
  if (isOutdated && !mayLoseInput()) window.location.reload();
}

/** Answers which program this page runs, and opens what a notification names. */
function answerWorker({ data, ports }: MessageEvent): void {
  const { type, path } = data as { type: string; path?: string };
  if (type === 'program?') ports[0]?.postMessage(findProgram());
  if (type === 'open' && path !== undefined) {
    ports[0]?.postMessage('opened');
    history.pushState(null, '', path);
  }
}

/** What the page loaded before the worker was there, such as the font of its script. */
const listLoadedFiles = (): string[] =>
  performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);

function findProgram(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script ? new URL(script.src).pathname : '';
}

/** Replaces the worker and loads the new version of the page. */
export async function reloadIntoUpdate(): Promise<void> {
  await activateUpdate();
  window.location.reload();
}

async function activateUpdate(): Promise<void> {
  const next = waiting;
  if (!next) return;
  const activated = new Promise<void>((resolve) => {
    next.addEventListener('statechange', () => {
      if (next.state === 'activated' || next.state === 'redundant') resolve();
    });
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  next.postMessage({ type: 'activate' });
  await activated;
  isOutdated = true;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a new version of the app waits. */
export const useUpdateWaits = (): boolean => useSyncExternalStore(subscribe, () => waiting !== null);
