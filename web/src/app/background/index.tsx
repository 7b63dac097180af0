import { onNotReached } from '../../platform/client/index.ts';
import { deleteKept, keepUser, restoreReads, startKeeping } from '../../platform/kept/index.ts';
import {
  deleteActionsByUser,
  isImpersonation,
  isMessage,
  isVisitStep,
  queueCall,
  sendAllWaiting,
  watchOutbox,
  type WaitingAction,
} from '../../platform/outbox/index.ts';
import { setBackgroundParts } from '../../platform/background/index.ts';
import { dropSubscription } from '../../platform/push/index.ts';
import { paths } from '../../platform/router/paths.ts';
import { getUser, onSessionChange } from '../../platform/session/index.ts';
import { toast } from '../../platform/toasts/index.ts';
import { followUpdates } from '../../platform/update/index.ts';
import { InstallItem } from './InstallItem.tsx';
import { askBeforeLogout } from './logoutQuestion.ts';
import { Strip } from './Strip.tsx';
import { Waiting } from './Waiting.tsx';

// What works in the background and without a network. It is loaded after the first paint: app/loadBackground.ts.

let isStarted = false;

/** Starts once: keeps what the screens read, sends what waits, and follows updates of the app. */
export function startBackground(): void {
  if (isStarted || isImpersonation()) return;
  isStarted = true;
  setBackgroundParts({ Strip, Waiting, InstallItem });
  startKeeping();
  const readWaiting = watchOutbox();
  const send = async () => {
    const sending = await sendAllWaiting();
    for (const action of sending?.refused ?? [])
      if (!isShown(action)) toast.error([action.title, action.refusal?.message].filter(Boolean).join(': '));
  };
  onNotReached((name, body) => void queueCall(name, body));
  onSessionChange(({ status, user, isKept }) => {
    void readWaiting();
    // A session that ended by itself leaves what waits, for the same user.
    if (status === 'guest') void deleteKept();
    if (user && !isKept) void keepUser(user).then(send);
  });
  window.addEventListener('online', () => void send());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void send();
  });
  window.addEventListener('offline', () => {
    const userId = getUser()?.id;
    if (userId !== undefined) void restoreReads(userId);
  });
  void followUpdates();
}

/** The screens of conversations show which messages were not sent, and the one of a visit which steps. */
const isShown = (action: WaitingAction): boolean =>
  (isMessage(action) && location.pathname.startsWith(paths.conversations())) ||
  (isVisitStep(action) && location.pathname.startsWith(paths.visit('')));

export const logoutSteps = {
  confirm: askBeforeLogout,
  clear: async () => {
    const userId = getUser()?.id;
    if (userId !== undefined) await deleteActionsByUser(userId);
    await Promise.all([deleteKept(), dropSubscription()]);
  },
};
