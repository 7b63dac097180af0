import { useSyncExternalStore } from 'react';
import { isRefused, refuse } from '../refusals/index.ts';

/** What Chromium gives a page that may be installed; not in TypeScript's library. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

declare global {
  interface Window {
    /** Caught by app/main.tsx, because it comes before the rest of the app. */
    installPrompt?: InstallPrompt | undefined;
  }
}

/** After the message about the action, which should be read first. */
const OFFER_AFTER_MS = 1_500;

let isOpen = false;
const listeners = new Set<() => void>();

export function setInstallOpen(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true;

/** `prompt`: the browser can be asked. `ios`: only the Share menu of Safari can. */
export function findInstallWay(): 'prompt' | 'ios' | null {
  if (isInstalled()) return null;
  if (window.installPrompt) return 'prompt';
  const isTouchMac = navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1;
  return /iPhone|iPad|iPod/.test(navigator.userAgent) || isTouchMac ? 'ios' : null;
}

/** Offers the installation once a user has found the app useful, unless it was refused within 30 days. */
export function offerInstall(): void {
  if (!findInstallWay() || isRefused('install')) return;
  setTimeout(() => {
    if (!document.querySelector('dialog[open]')) setInstallOpen(true);
  }, OFFER_AFTER_MS);
}

export function refuseInstall(): void {
  refuse('install');
  setInstallOpen(false);
}

export async function install(): Promise<void> {
  const { installPrompt } = window;
  setInstallOpen(false);
  if (!installPrompt) return;
  const { outcome } = await installPrompt.prompt();
  // It can be used once.
  window.installPrompt = undefined;
  if (outcome === 'dismissed') refuseInstall();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useInstallOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen);
