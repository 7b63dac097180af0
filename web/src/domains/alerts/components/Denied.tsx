import { useState } from 'react';
import type { OwnerAlert } from '@fws/contract/identity/alerts/schemas';
import { useContacts } from '../../../platform/contacts/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useNavigate } from '../../../platform/router/index.ts';
import { Button, ButtonRow, Icon } from '../../../ui/index.ts';
import { ForgotPassword } from '../../identity/index.ts';
import { formatAccount } from '../labels.ts';

/** After "This was not me": what was done, and what to do next. */
export function Denied({ alert }: { alert: OwnerAlert }) {
  const t = useT();
  const contacts = useContacts();
  const navigate = useNavigate();
  const [isSettingPassword, setSettingPassword] = useState(false);
  const doneSteps = [
    t('web.alerts.stopped'),
    ...(alert.account ? [t('web.alerts.removed', { account: formatAccount(t, alert) })] : []),
    t('web.alerts.signedOut'),
    t('web.alerts.oldPassword'),
  ];
  return (
    <section className="sheet" aria-live="polite">
      <div className="alert-h is-done">
        <Icon name="shield" />
        <div>
          <h2>{t('web.alerts.doneTitle')}</h2>
          <p className="t2 mut">{t('web.alerts.doneText')}</p>
        </div>
      </div>
      <ul className="alert-done">
        {doneSteps.map((step) => (
          <li key={step}>
            <Icon name="check" />
            <span>{step}</span>
          </li>
        ))}
      </ul>
      <ButtonRow>
        <Button variant="primary" onClick={() => setSettingPassword(true)}>
          {t('web.alerts.setPassword')}
        </Button>
        <a className="btn second" href={`mailto:${contacts.email}`}>
          {t('web.alerts.writeToSupport')}
        </a>
      </ButtonRow>
      <p className="t2 mut alert-next">{t('web.alerts.next')}</p>
      {isSettingPassword && (
        <ForgotPassword onClose={() => setSettingPassword(false)} onDone={() => navigate(paths.login())} />
      )}
    </section>
  );
}
