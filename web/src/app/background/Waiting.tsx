import './waiting.css';
import { useT, type MessageId, type Translate } from '../../platform/i18n/index.ts';
import { useOnline } from '../../platform/offline/index.ts';
import {
  deleteActions,
  getReason,
  isMessage,
  useWaitingActions,
  type WaitingAction,
} from '../../platform/outbox/index.ts';
import { Badge, Button, Row, Rows, Sheet, type IconName } from '../../ui/index.ts';

const NAMES: Record<WaitingAction['call'], { label: MessageId; icon: IconName }> = {
  save_job: { label: 'offline.action.save', icon: 'bookmark' },
  unsave_job: { label: 'offline.action.unsave', icon: 'bookmark' },
  mark_notifications_read: { label: 'offline.action.read', icon: 'bell' },
  conversation_send: { label: 'offline.action.message', icon: 'chat' },
  on_my_way: { label: 'offline.action.onMyWay', icon: 'arrow' },
  arrived: { label: 'offline.action.arrived', icon: 'here' },
  start_visit: { label: 'offline.action.start', icon: 'qr' },
};

/** What goes out once there is a network, and what the server has refused. */
export function Waiting() {
  const t = useT();
  const online = useOnline();
  const actions = useWaitingActions();
  const shown = actions.filter(({ refusal }) => !online || refusal !== null);
  if (shown.length === 0) return null;
  const isWaiting = shown.some(({ refusal }) => refusal === null);
  return (
    <div className="waiting-sheet">
      <Sheet>
        <section className="waiting" aria-labelledby="waiting-title">
          <div className="row sp">
            <h2 id="waiting-title">{t(isWaiting ? 'offline.waiting' : 'offline.notSent')}</h2>
            <span className="t2 mut">{t('offline.things', { count: shown.length })}</span>
          </div>
          <WaitingRows actions={shown} />
          {isWaiting && <p className="t2 mut">{t('offline.byThemselves')}</p>}
        </section>
      </Sheet>
    </div>
  );
}

export function WaitingRows({ actions }: { actions: readonly WaitingAction[] }) {
  return (
    <Rows>
      {actions.map((action) => (
        <WaitingRow key={action.id} action={action} />
      ))}
    </Rows>
  );
}

function WaitingRow({ action }: { action: WaitingAction }) {
  const t = useT();
  const { label, icon } = NAMES[action.call];
  const badge = (
    <Badge tone="wait" icon="clock">
      {t('offline.queued')}
    </Badge>
  );
  const remove = (
    <Button small onClick={() => void deleteActions([action.id])}>
      {t('offline.remove')}
    </Button>
  );
  const reason = action.refusal && getReason(t, action.refusal);
  const detail = isMessage(action) ? readMessage(t, action) : action.title;
  return (
    <Row
      icon={icon}
      title={t(label, { name: action.title })}
      detail={
        <>
          {detail}
          {reason !== null && <span className="waiting-reason">{reason}</span>}
        </>
      }
      action={action.refusal ? remove : badge}
    />
  );
}

/** The whole text: its conversation may not be there any more. */
function readMessage(t: Translate, { body, photos = [] }: WaitingAction): string {
  const { text } = JSON.parse(body) as { text: string };
  return text || t('offline.photos', { count: photos.length });
}
