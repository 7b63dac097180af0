import { useSyncExternalStore } from 'react';

export type SessionUser = { id: string; firstName: string };
type State = { status: 'starting' | 'guest' | 'user'; user?: SessionUser; unread: number };

let state: State = { status: 'starting', unread: 0 };
const listeners = new Set<() => void>();

function change(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function post(call: string): Promise<Record<string, unknown> | undefined> {
  try {
    const response = await fetch(`/api/${call}`, { method: 'POST', headers: { 'X-FWS-Client': 'web' } });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

function userOf(reply: Record<string, unknown> | undefined): SessionUser | undefined {
  const data: unknown = Array.isArray(reply?.['data']) ? reply['data'][0] : undefined;
  if (typeof data !== 'object' || data === null || !('id' in data) || !('first_name' in data))
    return undefined;
  return { id: String(data.id), firstName: String(data.first_name) };
}

/** Asks the server who this is. Called once, at start. */
export async function startSession(): Promise<void> {
  const user = userOf(await post('current_user'));
  if (!user) return change({ status: 'guest', unread: 0 });
  change({ status: 'user', user, unread: 0 });
  const status = await post('notification_read_status');
  change({ ...state, unread: Number(status?.['notification_count'] ?? 0) });
}

async function signOut(): Promise<void> {
  await post('logout');
  localStorage.removeItem('isLoggedIn');
  localStorage.removeItem('UserData');
  window.location.assign('/');
}

export function useSession(): { status: State['status']; user?: SessionUser; signOut: () => Promise<void> } {
  const { status, user } = useSyncExternalStore(subscribe, () => state);
  return { status, ...(user && { user }), signOut };
}

export function useUnreadCount(): number {
  return useSyncExternalStore(subscribe, () => state.unread);
}
