import { createContext, useContext, useSyncExternalStore } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { CurrentUser } from '@fws/contract/identity/schemas';
import { currentUser, logout } from '@fws/contract/identity/session/calls';
import { conversationCounts } from '@fws/contract/conversations/calls';
import { unreadCount } from '@fws/contract/notifications/calls';
import { callApi, CallError, onOtherUser, onSessionEnded, setShownUser } from '../client/index.ts';
import { deleteAllDrafts } from '../drafts/deleteAllDrafts.ts';
import { callQuery, queryClient } from '../queries/index.ts';
import { translate } from '../i18n/index.ts';
import { setServerReached } from '../offline/index.ts';
import { onChange, startRealtime, stopRealtime } from '../realtime/index.ts';
import { toast } from '../toasts/index.ts';

/** `unreachable`: the user is unknown, and the app says so instead of guessing. */
export type SessionStatus = 'starting' | 'guest' | 'user' | 'unreachable';
type State = {
  status: SessionStatus;
  user?: CurrentUser;
  /** Why the server is unreachable. */ reason?: string;
  /** Somebody else has logged in in another tab. Nothing is sent from this one any more. */
  isReplaced?: boolean;
  /** The server has not said yet that the session goes on: the app shows what is kept on the device. */
  isKept?: true;
};

let state: State = { status: 'starting' };
const listeners = new Set<() => void>();

function setState(next: State): void {
  state = next;
  setShownUser(next.user?.id);
  for (const listener of listeners) listener();
}

const getState = (): State => state;

/** The signed-in user; undefined for a guest, and while it is unknown. */
export const getUser = (): CurrentUser | undefined => state.user;

/** Calls the listener now and at every change. `isKept`: the server has not confirmed the session. */
export function onSessionChange(listener: (current: State) => void): void {
  listener(state);
  subscribe(() => listener(state));
}

export const getSessionStatus = (): SessionStatus => state.status;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const USER_DATA = 'UserData';

/** Sets the local flags that the specification names. They contain nothing secret. */
function storeUser(user: CurrentUser | undefined): void {
  try {
    if (!user) {
      localStorage.removeItem('isLoggedIn');
      localStorage.removeItem(USER_DATA);
      return;
    }
    localStorage.setItem('isLoggedIn', 'true');
    localStorage.setItem(USER_DATA, JSON.stringify({ id: user.id, firstName: user.firstName }));
  } catch {
    // Storage may be off: the session does not depend on it.
  }
}

/**
 * Whose page the server renders. A context, because the server's requests share this module's state: a page that is
 * rendered meanwhile for another user must not see this one.
 */
export const RenderedUser = createContext<CurrentUser | undefined>(undefined);

export function setSignedIn(user: CurrentUser): void {
  storeUser(user);
  if (state.isKept) {
    setServerReached(true);
    void queryClient.invalidateQueries();
  }
  setState({ status: 'user', user });
  // A suspended person has no stream of events.
  if (!user.suspension) startRealtime();
}

function setSignedOut(): void {
  storeUser(undefined);
  setServerReached(true);
  stopRealtime();
  queryClient.clear();
  setState({ status: 'guest' });
}

/** Asks the server for the current user: at start, and whenever something about the user has changed. */
export async function loadSession(): Promise<void> {
  try {
    setSignedIn(await callApi(currentUser, {}));
  } catch (error) {
    if (error instanceof CallError && error.status === 401) setSignedOut();
    else if (state.status !== 'user') await openWithoutServer(error);
    else if (state.isKept) retryLater();
  }
}

/** Loads what is kept on the device for its last user; undefined when there is nothing. */
let restoreUser: () => Promise<CurrentUser | undefined> = () => Promise.resolve(undefined);
export function onNoServer(restore: typeof restoreUser): void {
  restoreUser = restore;
}

async function openWithoutServer(error: unknown): Promise<void> {
  const isNoAnswer = error instanceof CallError && error.status === 0;
  const user = isNoAnswer ? await restoreUser() : undefined;
  if (!user) return setUnreachable(error);
  setServerReached(false);
  setState({ status: 'user', user, isKept: true });
  retryLater();
}

const RETRY_MS = 5_000;
let retryTimer: ReturnType<typeof setTimeout> | undefined;

/** No network, or a server that is unavailable for a while: both pass, so the app retries by itself. */
function setUnreachable(error: unknown): void {
  const reason = error instanceof CallError ? error.message : translate('common.something_wrong');
  setState({ status: 'unreachable', reason });
  retryLater();
}

function retryLater(): void {
  clearTimeout(retryTimer);
  retryTimer = setTimeout(() => {
    if (state.status === 'unreachable' || state.isKept) void loadSession();
  }, RETRY_MS);
}

export async function startSession(): Promise<void> {
  onSessionEnded(() => {
    if (state.status === 'user') setSignedOut();
  });
  onChange(({ topic }) => {
    if (topic === 'identity') void loadSession();
  });
  window.addEventListener('online', () => {
    if (state.isKept) void loadSession();
  });
  onOtherUser(() => setReplaced(true));
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === USER_DATA && newValue !== null && state.user)
      setReplaced((JSON.parse(newValue) as { id: number }).id !== state.user.id);
  });
  await loadSession();
}

function setReplaced(isReplaced: boolean): void {
  if (state.status === 'user') setState({ ...state, isReplaced });
}

/** What a logout does besides: it may wait for an answer of the user, and clears what the device keeps. */
interface LogoutSteps {
  /** False: the user stays. */
  confirm: () => Promise<boolean>;
  clear: () => Promise<unknown>;
}
let loadLogoutSteps: () => Promise<LogoutSteps | undefined> = () => Promise.resolve(undefined);
export function onLogout(load: typeof loadLogoutSteps): void {
  loadLogoutSteps = load;
}

async function signOut(): Promise<void> {
  const steps = await loadLogoutSteps().catch(() => undefined);
  if (steps && !(await steps.confirm())) return;
  try {
    await callApi(logout, {});
  } catch (error) {
    // The session goes on: the next user of the device must not be told otherwise.
    if (!(error instanceof CallError) || error.status !== 401)
      return toast.error(error instanceof Error ? error.message : translate('common.something_wrong'));
  }
  // Only here, not when a session ends by itself: then the same user continues with the drafts.
  deleteAllDrafts();
  await steps?.clear();
  setSignedOut();
  window.location.assign('/');
}

export function useSession(): State & { signOut: () => Promise<void> } {
  const current = useSyncExternalStore(subscribe, getState, getState);
  const renderedUser = useContext(RenderedUser);
  return { ...(renderedUser ? { status: 'user', user: renderedUser } : current), signOut };
}

/** For screens behind the guard, where there always is a user. */
export function useUser(): CurrentUser {
  const { user } = useSession();
  if (!user) throw new Error('this screen needs a signed-in user');
  return user;
}

function useIsActive(): boolean {
  const { status, user } = useSession();
  return status === 'user' && !user?.suspension;
}

export function useUnreadCount(): number {
  const enabled = useIsActive();
  return useQuery({ ...callQuery('notifications', unreadCount, {}), enabled }).data ?? 0;
}

export const conversationCountsQuery = () => callQuery('conversations', conversationCounts, {});

/** The conversations with messages that the user has not seen. */
export function useUnreadConversations(): number {
  const enabled = useIsActive();
  return useQuery({ ...conversationCountsQuery(), enabled }).data?.unread ?? 0;
}
