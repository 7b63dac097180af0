import { useRef, type ReactNode } from 'react';
import { formatTime, useT, type Translate } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { deleteActions, getReason } from '../../../platform/outbox/index.ts';
import { Button, Icon, type IconName } from '../../../ui/index.ts';
import { Photos } from '../../../ui/Photos.tsx';
import type { WaitingMessage } from '../waiting.ts';

type Props = {
  messages: readonly WaitingMessage[];
  /** Takes a message back into the field; undefined where nothing can be written. */
  onEdit?: ((message: WaitingMessage) => void) | undefined;
};

/** Messages that are on their way, wait for a network, or were not sent. They stand below all that were sent. */
export function WaitingMessages({ messages, onEdit }: Props) {
  const t = useT();
  const frame = useRef<HTMLDivElement>(null);
  function remove({ id }: WaitingMessage): void {
    void deleteActions([id]);
    // The button goes, and its focus with it.
    frame.current?.focus();
  }
  return (
    <div ref={frame} tabIndex={-1} className="talk-waiting">
      <p role="status" className="vh">
        {describe(t, messages)}
      </p>
      {messages.length > 0 && (
        <ol className="talk-list" aria-label={t('offline.message.notSentYet')}>
          {messages.map((message) => (
            <li key={message.id} className="talk-row own">
              <Bubble message={message} />
              {message.state !== 'sending' && (
                <div className="talk-changes">
                  {onEdit && (
                    <Button variant="quiet" onClick={() => onEdit(message)}>
                      {t('web.conversations.edit')}
                    </Button>
                  )}
                  <Button variant="quiet" onClick={() => remove(message)}>
                    {t('offline.remove')}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function Bubble({ message }: { message: WaitingMessage }) {
  const t = useT();
  const online = useOnline();
  const { text, photos, at, state, refusal } = message;
  return (
    <div className={refusal ? 'talk-bubble not-sent' : 'talk-bubble'}>
      <span className="vh">{t('web.conversations.byYou')}</span>
      {online ? (
        <Photos photos={photos} />
      ) : (
        // Pictures could not be loaded.
        photos.length > 0 && <Line icon="camera">{t('offline.photos', { count: photos.length })}</Line>
      )}
      {text !== '' && <p className="talk-text">{text}</p>}
      {refusal && <Line icon="alert">{getReason(t, refusal)}</Line>}
      <div className="talk-time">
        {!refusal && (
          <>
            <Icon name="clock" size="sm" />
            {t(STATES[state])}
            {' · '}
          </>
        )}
        {formatTime(t, new Date(at))}
      </div>
    </div>
  );
}

const Line = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <p className="talk-note">
    <Icon name={icon} size="sm" />
    {children}
  </p>
);

const STATES = {
  sending: 'web.conversations.sending',
  waiting: 'offline.waiting',
  retrying: 'offline.message.retrying',
  notSent: 'offline.notSent',
} as const;

/** For screen readers: what became of the newest one, in one line that changes when that does. */
function describe(t: Translate, messages: readonly WaitingMessage[]): string {
  const newest = messages.at(-1);
  const count = messages.filter(({ state }) => state === newest?.state).length;
  if (newest?.refusal) return getReason(t, newest.refusal);
  return newest && newest.state !== 'sending' ? t('offline.message.wait', { count }) : '';
}
