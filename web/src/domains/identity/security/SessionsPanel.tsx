import type { Session } from '@fws/contract/identity/schemas';
import { formatDate, translate, useT, useTimeAgo } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Badge, Button, ButtonRow, LoadMore, Row, Rows, Sheet, type PagedList } from '../../../ui/index.ts';
import { useEndOtherSessions, useEndSession } from '../api.ts';
import { deviceIcons, readDevice } from './devices.ts';

type Props = { sessions: readonly Session[]; list: PagedList };

/** The user's sessions, and buttons to end them. */
export function SessionsPanel({ sessions, list }: Props) {
  const t = useT();
  const online = useOnline();
  const endOthers = useEndOtherSessions();

  const signOutOthers = () =>
    endOthers.mutateAsync().then(
      () => toast.success(translate('identity.sessions_ended')),
      (error: Error) => toast.error(error.message),
    );

  return (
    <Sheet title={t('security.sessions')}>
      <Rows>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Rows>
      <LoadMore list={list} />
      {sessions.length > 1 ? (
        <ButtonRow>
          <Button
            disabled={!online}
            busy={endOthers.isPending}
            busyText={t('security.signingOut')}
            onClick={() => void signOutOthers()}
          >
            {t('security.signOutOthers')}
          </Button>
        </ButtonRow>
      ) : (
        <p className="t2 mut">{t('security.onlyDevice')}</p>
      )}
    </Sheet>
  );
}

function SessionRow({ session }: { session: Session }) {
  const t = useT();
  const timeAgo = useTimeAgo();
  const { browser, system, kind } = readDevice(session.device);
  const device = session.current ? t(`security.this.${kind}`) : t(`security.device.${kind}`, { system });
  const signedInText = t('security.signedInOn', { date: formatDate(t, session.createdAt) });
  const browserText =
    session.current && browser && system ? t('security.browserOn', { browser, system }) : browser;
  const lastUsedText = session.current ? '' : t('security.lastUsed', { ago: timeAgo(session.seenAt) });
  return (
    <Row
      icon={deviceIcons[kind]}
      title={device}
      detail={[browserText, lastUsedText, signedInText].filter(Boolean).join(' · ')}
      action={
        session.current ? (
          <Badge tone="new" icon="check">
            {t('security.thisOne')}
          </Badge>
        ) : (
          <SignOut session={session} label={t('security.signOutNamed', { device, when: signedInText })} />
        )
      }
    />
  );
}

function SignOut({ session, label }: { session: Session; label: string }) {
  const t = useT();
  const online = useOnline();
  const end = useEndSession();

  // Show the toast even if the live event has removed this row before the answer arrives.
  const signOut = () =>
    end.mutateAsync(session.id).then(
      () => toast.success(translate('identity.session_ended')),
      (error: Error) => toast.error(error.message),
    );

  return (
    <Button
      variant="quiet"
      aria-label={label}
      disabled={!online}
      busy={end.isPending}
      busyText={t('security.signingOut')}
      onClick={() => void signOut()}
    >
      {t('security.signOut')}
    </Button>
  );
}
