import { useSyncExternalStore } from 'react';

export type Toast = { id: number; tone: 'success' | 'error'; text: string; durationMs: number };
type Options = { durationMs?: number };

const DEFAULT_MS = 5000;
const MAX_TOASTS = 3;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function setToasts(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(tone: Toast['tone'], text: string, { durationMs = DEFAULT_MS }: Options = {}): void {
  lastId += 1;
  const others = toasts.filter((other) => other.text !== text);
  setToasts([...others, { id: lastId, tone, text, durationMs }].slice(-MAX_TOASTS));
}

export const toast = {
  success: (text: string, options?: Options) => show('success', text, options),
  error: (text: string, options?: Options) => show('error', text, options),
};

export function dismissToast(id: number): void {
  setToasts(toasts.filter((toast) => toast.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useToasts(): readonly Toast[] {
  const current = () => toasts;
  return useSyncExternalStore(subscribe, current, current);
}
