import { useEffect, useState } from 'react';
import type { OtpChannel } from '@fws/contract/identity/model';
import { useNavigate, usePathname } from '../../../platform/router/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { onActionForbidden } from '../../../platform/client/index.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { loadSession, useUser } from '../../../platform/session/index.ts';
import { Button, Dialog, Stone } from '../../../ui/index.ts';
import { verifyContact } from '../api.ts';
import { recordCodeSent } from '../codesSent.ts';
import { resumeCheck, findDueCheck, endWelcome, putOff, useVisit } from '../contactChecks.ts';
import { CodeDialog } from './CodeDialog.tsx';
import ContactDialog from './ContactDialog.tsx';
import { VerifyStrip } from './VerifyStrip.tsx';

/** The dialog that is due, if any, and the strip that says on every screen that the account is read-only. */
export default function ContactDialogs() {
  const { mobileVerified } = useUser();
  useEffect(() => {
    if (mobileVerified) return;
    onActionForbidden(() => resumeCheck('mobile'));
    return () => onActionForbidden(() => {});
  }, [mobileVerified]);
  return (
    <>
      {!mobileVerified && <VerifyStrip />}
      <DueDialog />
    </>
  );
}

function DueDialog() {
  const user = useUser();
  const t = useT();
  const visit = useVisit();
  const due = findDueCheck(user, visit);
  const [correcting, setCorrecting] = useState<OtpChannel>();
  if (correcting) return <ContactDialog channel={correcting} onClose={() => setCorrecting(undefined)} />;
  if (due === null) return null;
  if (due.kind === 'welcome') return <Welcome />;
  const { channel } = due;
  const address = channel === 'mobile' ? user.mobile : user.email;

  async function check(otp: string): Promise<void> {
    await verifyContact(channel, address, otp);
    // The server sends the e-mail's code by itself.
    if (channel === 'mobile' && !user.emailVerified) recordCodeSent(user.email);
    await loadSession();
  }

  return (
    <CodeDialog
      key={channel}
      title={t(channel === 'mobile' ? 'identity.verifyMobile' : 'identity.verifyEmail')}
      channel={channel}
      address={address}
      submitText={t('identity.verify')}
      closeText={t('identity.later')}
      onCode={check}
      onWrongAddress={() => setCorrecting(channel)}
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
  // Who came for something else, such as to quote on a job, goes on with that.
  const isElsewhere = usePathname() !== paths.home();
  const footer = isElsewhere ? (
    <>
      <Button onClick={() => go(paths.profileEdit())}>{t('identity.completeProfile')}</Button>
      <Button variant="primary" onClick={endWelcome}>
        {t('identity.goOn')}
      </Button>
    </>
  ) : (
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
