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

/** The message about the action should be read first, on the screen that the action itself may open. */
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

let isOffered = false;

/**
 * Offers the installation once a user has found the app useful, unless it was refused within 30 days: with the next
 * screen that the user opens, because a sheet that opens by itself covers what is being tapped.
 */
export function offerInstall(): void {
  if (isOffered || !findInstallWay() || isRefused('install')) return;
  isOffered = true;
  setTimeout(() => {
    const { pathname } = window.location;
    const openWithScreen = () => {
      // A search or a filter, on the same screen.
      if (window.location.pathname === pathname) return;
      window.removeEventListener('pushState', openWithScreen);
      isOffered = false;
      const mayOpen = findInstallWay() && !isRefused('install') && !document.querySelector('dialog[open]');
      if (mayOpen) setInstallOpen(true);
    };
    window.addEventListener('pushState', openWithScreen);
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

export function useInstallOpen(): boolean {
  const current = () => isOpen;
  return useSyncExternalStore(subscribe, current, current);
}
