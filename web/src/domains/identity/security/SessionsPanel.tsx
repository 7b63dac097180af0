import type { Session } from '@fws/contract/identity/schemas';
import { formatDate, translate, useT, useTimeAgo } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Badge, Button, ButtonRow, LoadMore, Row, Rows, Sheet, type PagedList } from '../../../ui/index.ts';
import { useEndOtherSessions, useEndSession } from '../api.ts';
import { isStepUp, useStepUp } from '../components/useStepUp.tsx';
import { deviceIcons, readDevice } from './devices.ts';

type Props = { sessions: readonly Session[]; list: PagedList };

/** The user's sessions, and buttons to end them. */
export function SessionsPanel({ sessions, list }: Props) {
  const t = useT();
  const online = useOnline();
  const endOthers = useEndOtherSessions();
  const stepUp = useStepUp();

  const signOutOthers = () =>
    stepUp
      .run((otp, password) => endOthers.mutateAsync({ otp, password }), t('security.signOutWhy'))
      .then(() => toast.success(translate('identity.sessions_ended')), showProblem);

  return (
    <Sheet title={t('security.sessions')}>
      <Rows>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} runStepUp={stepUp.run} />
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
      {stepUp.dialog}
    </Sheet>
  );
}

/** Not where the user has closed the dialog that asks for the password. */
function showProblem(error: Error): void {
  if (!isStepUp(error)) toast.error(error.message);
}

type RowProps = { session: Session; runStepUp: ReturnType<typeof useStepUp>['run'] };

function SessionRow({ session, runStepUp }: RowProps) {
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
          <SignOut
            session={session}
            runStepUp={runStepUp}
            label={t('security.signOutNamed', { device, when: signedInText })}
          />
        )
      }
    />
  );
}

function SignOut({ session, runStepUp, label }: RowProps & { label: string }) {
  const t = useT();
  const online = useOnline();
  const end = useEndSession();

  // Show the toast even if the live event has removed this row before the answer arrives.
  const signOut = () =>
    runStepUp(
      (otp, password) => end.mutateAsync({ id: session.id, otp, password }),
      t('security.signOutWhy'),
    ).then(() => toast.success(translate('identity.session_ended')), showProblem);

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
