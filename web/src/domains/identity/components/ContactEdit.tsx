import '../identity.css';
import { Suspense, useState } from 'react';
import type { OtpChannel } from '@fws/contract/identity/model';
import { useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { Badge, Button } from '../../../ui/index.ts';
import { resumeCheck } from '../contactChecks.ts';
import { formatMobile } from '../formatMobile.ts';
import { ContactDialog } from './LazyContactDialog.ts';

/** The user's mobile number and e-mail. Each must be verified before it can be changed. Place it in a Sheet. */
export function ContactEdit() {
  const t = useT();
  const user = useUser();
  const [editing, setEditing] = useState<OtpChannel>();
  const contacts = [
    {
      channel: 'mobile',
      label: t('identity.mobile'),
      value: formatMobile(user.mobile),
      verified: user.mobileVerified,
      edit: t('identity.editMobile'),
    },
    {
      channel: 'email',
      label: t('identity.email'),
      value: user.email,
      verified: user.emailVerified,
      edit: t('identity.editEmail'),
    },
  ] as const;
  return (
    <>
      <ul className="id-rows">
        {contacts.map(({ channel, label, value, verified, edit }) => (
          <li key={channel}>
            <div className="id-what">
              <span className="t2 mut">{label}</span>
              <b>{value}</b>
              <Badge tone={verified ? 'released' : 'none'} icon={verified ? 'check' : 'clock'}>
                {t(verified ? 'identity.verified' : 'identity.notVerified')}
              </Badge>
            </div>
            {verified ? (
              <Button aria-label={edit} onClick={() => setEditing(channel)}>
                {t('identity.edit')}
              </Button>
            ) : (
              <Button
                aria-label={t(channel === 'mobile' ? 'identity.verifyMobile' : 'identity.verifyEmail')}
                onClick={() => resumeCheck(channel)}
              >
                {t('identity.verify')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Suspense>
        {editing && <ContactDialog channel={editing} onClose={() => setEditing(undefined)} />}
      </Suspense>
    </>
  );
}
