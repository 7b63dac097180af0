import type { ReactNode } from 'react';
import type { NotificationSettings } from '@fws/contract/notifications/schemas';
import { formatDate, useT, type Translate } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Icon, Sheet, type IconName } from '../../../ui/index.ts';
import { deviceIcons, formatMobile, readDevice } from '../../identity/index.ts';
import { Refusal } from './ChannelTick.tsx';
import type { Steps } from './ObstacleNotes.tsx';
import { useRemoveDevice, useTestPush, useWhatsApp } from './settingsApi.ts';

type Props = { settings: NotificationSettings; steps: Steps };
type Device = NotificationSettings['push']['devices'][number];

/** Where messages go, and how to change or stop it. */
export function ReachPanel({ settings, steps }: Props) {
  const t = useT();
  return (
    <Sheet title={t('notifications.reach')}>
      <ul className="reach">
        <PushPlace settings={settings} steps={steps} />
        <WhatsAppPlace settings={settings} steps={steps} />
        <EmailPlace settings={settings} steps={steps} />
      </ul>
    </Sheet>
  );
}

type PlaceProps = {
  icon: IconName;
  title: ReactNode;
  detail: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
};

/** One line with its main step at the end, and what else can be done below it. */
function Place({ icon, title, detail, action, children }: PlaceProps) {
  return (
    <li>
      <Icon name={icon} />
      <div>
        <b>{title}</b>
        <small>{detail}</small>
        {children}
      </div>
      {action}
    </li>
  );
}

type StepProps = { children: string; about: string; isBusy?: boolean; onClick: () => void };

/** A step that needs the network. `about`: what it is for, where its own words do not say. */
function Step({ children, about, isBusy = false, onClick }: StepProps) {
  const t = useT();
  const online = useOnline();
  return (
    <Button
      variant="quiet"
      disabled={!online}
      busy={isBusy}
      aria-label={`${about}: ${online ? children : t('ui.needsInternet')}`}
      onClick={onClick}
    >
      {online ? children : t('ui.needsInternet')}
    </Button>
  );
}

function PushPlace({ settings, steps: { push } }: Props) {
  const t = useT();
  const test = useTestPush();
  const { devices } = settings.push;
  const current = push.state === 'on' ? devices.find(({ isThis }) => isThis) : undefined;
  const others = devices.filter((device) => device !== current);
  const title = t('notifications.channel.push');
  const testStep = devices.length > 0 && push.state !== 'notSetUp' && (
    <Step
      about={title}
      isBusy={test.isPending}
      onClick={() =>
        test.mutate(undefined, {
          onSuccess: () => toast.success(t('notifications.test_sent')),
          onError: (error) => toast.error(error.message),
        })
      }
    >
      {t('notifications.test')}
    </Step>
  );
  return (
    <>
      <Place
        icon={current ? deviceIcons[readDevice(current.name).kind] : 'device'}
        title={title}
        detail={describeThis(t, push.state, current)}
        action={
          push.state === 'off' ? (
            <Step about={title} isBusy={push.isBusy} onClick={push.turnOn}>
              {t('notifications.turnOn')}
            </Step>
          ) : (
            testStep
          )
        }
      >
        {push.refusal !== undefined && <Refusal>{push.refusal}</Refusal>}
        {current && (
          <Step about={title} isBusy={push.isBusy} onClick={push.turnOff}>
            {t('notifications.turnOff')}
          </Step>
        )}
      </Place>
      {others.map((device) => (
        <OtherDevice key={device.id} device={device} />
      ))}
    </>
  );
}

function describeThis(t: Translate, state: Steps['push']['state'], current: Device | undefined): string {
  if (!current) {
    if (state === 'notSetUp') return t('notifications.push_not_set_up');
    if (state === undefined) return t('ui.loading');
    return t(`notifications.pushState.${state === 'on' ? 'off' : state}`);
  }
  const { browser, kind } = readDevice(current.name);
  const device = t('notifications.thisDevice', { kind });
  return t('notifications.pushState.on', { device: browser ? `${device}, ${browser}` : device });
}

function OtherDevice({ device }: { device: Device }) {
  const t = useT();
  const remove = useRemoveDevice();
  const { browser, system, kind } = readDevice(device.name);
  const name =
    browser && system
      ? t('notifications.browserOn', { browser, system })
      : browser || system || t('notifications.otherDevice');
  return (
    <Place
      icon={deviceIcons[kind]}
      title={name}
      detail={t('notifications.deviceAdded', { date: formatDate(t, device.addedAt) })}
      action={
        <Step
          about={name}
          isBusy={remove.isPending}
          onClick={() => remove.mutate(device.id, { onError: (error) => toast.error(error.message) })}
        >
          {t('notifications.remove')}
        </Step>
      }
    />
  );
}

function WhatsAppPlace({ settings: { whatsapp, mobile }, steps }: Props) {
  const t = useT();
  const stop = useWhatsApp();
  const title = t('notifications.channel.whatsapp');
  const number = formatMobile(mobile.number);
  const isOn = whatsapp.agreedAt !== null;
  if (!mobile.isVerified)
    return (
      <Place
        icon="chat"
        title={title}
        detail={`${number}. ${t('notifications.short.mobileNotVerified')}`}
        action={
          <Step about={title} onClick={() => steps.verify('mobile')}>
            {t('notifications.verify')}
          </Step>
        }
      />
    );
  return (
    <Place
      icon="chat"
      title={title}
      detail={
        <>
          {number}
          <br />
          {whatsapp.agreedAt !== null
            ? t('notifications.agreedOn', { date: formatDate(t, whatsapp.agreedAt) })
            : t(
                whatsapp.isAvailable ? 'notifications.short.whatsAppNotAgreed' : 'notifications.whatsapp_off',
              )}
        </>
      }
      action={
        isOn || !whatsapp.isAvailable ? (
          <Step about={title} onClick={() => steps.change('mobile')}>
            {t('notifications.change')}
          </Step>
        ) : (
          <Step about={title} onClick={steps.agree}>
            {t('notifications.agree')}
          </Step>
        )
      }
    >
      {stop.error && <Refusal>{stop.error.message}</Refusal>}
      {isOn && (
        <Step
          about={title}
          isBusy={stop.isPending}
          onClick={() =>
            stop.mutate(false, { onSuccess: () => toast.success(t('notifications.whatsAppStopped')) })
          }
        >
          {t('notifications.stopWhatsApp')}
        </Step>
      )}
    </Place>
  );
}

function EmailPlace({ settings: { email }, steps }: Props) {
  const t = useT();
  const title = t('notifications.channel.email');
  const obstacle = !email.isVerified ? 'emailNotVerified' : email.isReturned ? 'emailReturned' : null;
  return (
    <Place
      icon="mail"
      title={title}
      detail={
        <>
          {email.address}
          {obstacle && (
            <>
              <br />
              {t(`notifications.short.${obstacle}`)}
            </>
          )}
        </>
      }
      action={
        email.isVerified ? (
          <Step about={title} onClick={() => steps.change('email')}>
            {t('notifications.change')}
          </Step>
        ) : (
          <Step about={title} onClick={() => steps.verify('email')}>
            {t('notifications.verify')}
          </Step>
        )
      }
    />
  );
}
