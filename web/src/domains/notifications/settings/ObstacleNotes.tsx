import type { NotificationSettings } from '@fws/contract/notifications/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { Button, Note } from '../../../ui/index.ts';
import { formatMobile } from '../../identity/index.ts';
import { Refusal } from './ChannelTick.tsx';
import { listObstacles, type Obstacle } from './obstacles.ts';
import type { PushControl } from './usePush.ts';

/** What the person can do where a channel does not reach them. */
export type Steps = {
  push: PushControl;
  agree: () => void;
  verify: (contact: 'mobile' | 'email') => void;
  change: (contact: 'mobile' | 'email') => void;
};

type Props = { settings: NotificationSettings; steps: Steps };

/** Each channel that cannot reach the person, why, and the step that mends it. */
export function ObstacleNotes({ settings, steps }: Props) {
  const obstacles = listObstacles(settings);
  if (obstacles.length === 0) return null;
  return (
    <div className="gs-notes">
      {obstacles.map((obstacle) => (
        <ObstacleNote key={obstacle} obstacle={obstacle} settings={settings} steps={steps} />
      ))}
    </div>
  );
}

function ObstacleNote({ obstacle, settings, steps }: Props & { obstacle: Obstacle }) {
  const t = useT();
  const online = useOnline();
  const { push, agree, verify, change } = steps;
  const mending: Partial<Record<Obstacle, { label: string; act: () => void }>> = {
    ...(push.state === 'off' && { pushOff: { label: t('notifications.turnOn'), act: push.turnOn } }),
    whatsAppNotAgreed: { label: t('notifications.agree'), act: agree },
    mobileNotVerified: { label: t('notifications.verify'), act: () => verify('mobile') },
    emailNotVerified: { label: t('notifications.verify'), act: () => verify('email') },
    emailReturned: { label: t('notifications.change'), act: () => change('email') },
  };
  const step = mending[obstacle];
  const isPush = obstacle === 'pushOff';
  return (
    <Note
      // Nothing for the person to do.
      tone={step || isPush ? 'warn' : 'info'}
      action={
        step && (
          <Button
            variant="quiet"
            disabled={!online}
            busy={isPush && push.isBusy}
            onClick={step.act}
            aria-describedby={`why-${obstacle}`}
          >
            {online ? step.label : t('ui.needsInternet')}
          </Button>
        )
      }
    >
      <span id={`why-${obstacle}`}>
        {t(`notifications.why.${obstacle}`, {
          mobile: formatMobile(settings.mobile.number),
          email: settings.email.address,
        })}
      </span>
      {isPush && isHindered(push.state) && <p>{t(`notifications.pushState.${push.state}`)}</p>}
      {isPush && push.refusal !== undefined && <Refusal>{push.refusal}</Refusal>}
    </Note>
  );
}

type Hindrance = 'blocked' | 'installFirst' | 'unsupported';

/** Nothing can be turned on here before the person has changed something else. */
const isHindered = (state: PushControl['state']): state is Hindrance =>
  state === 'blocked' || state === 'installFirst' || state === 'unsupported';
