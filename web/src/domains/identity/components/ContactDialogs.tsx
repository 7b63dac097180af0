import { useNavigate } from '../../../platform/router/index.ts';
import { paths } from '../../../app/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { Button, Dialog, Stone } from '../../../ui/index.ts';
import { checkCode } from '../api.ts';
import { dueCheck, endWelcome, putOff, useVisit } from '../contactChecks.ts';
import { CodeDialog } from './CodeDialog.tsx';

/** The dialog that is due, if one is. */
export default function ContactDialogs() {
  const user = useUser();
  const t = useT();
  const visit = useVisit();
  const due = dueCheck(user, visit);
  if (due === null) return null;
  if (due.kind === 'welcome') return <Welcome />;
  const { channel } = due;
  const address = channel === 'mobile' ? user.mobile : user.email;
  return (
    <CodeDialog
      key={channel}
      title={t(channel === 'mobile' ? 'identity.verifyMobile' : 'identity.verifyEmail')}
      channel={channel}
      address={address}
      sendFirst={!visit.welcome}
      submitText={t('identity.verify')}
      closeText={t('identity.later')}
      onCode={(otp) => checkCode(channel, address, otp)}
      onClose={() => putOff(channel)}
    />
  );
}

function Welcome() {
  const t = useT();
  const navigate = useNavigate();
  const go = (path: string) => {
    endWelcome();
    navigate(path);
  };
  const footer = (
    <>
      <Button onClick={() => go(paths.home())}>{t('shell.findJobs')}</Button>
      <Button variant="primary" onClick={() => go(paths.profileEdit())}>
        {t('identity.completeProfile')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('identity.welcome')} onClose={endWelcome} footer={footer}>
      <div className="stack">
        <Stone state="released" number={1} />
        <p>{t('identity.welcomeText')}</p>
      </div>
    </Dialog>
  );
}
