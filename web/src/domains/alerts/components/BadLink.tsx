import { useContacts } from '../../../platform/contacts/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useSession } from '../../../platform/session/index.ts';
import { ButtonLink, ButtonRow, Screen, Sheet } from '../../../ui/index.ts';

/** A link that is expired, cut off or forged: why it does not open, and how to secure the account anyway. */
export function BadLink({ reason }: { reason: string }) {
  const t = useT();
  const contacts = useContacts();
  const { status } = useSession();
  return (
    <Screen title={t('web.alerts.badLink')} data={null}>
      <div className="alert-narrow">
        <Sheet title={reason}>
          <p>{t('web.alerts.badLinkText')}</p>
          <div className="alert-next">
            <ButtonRow>
              {status === 'user' ? (
                <ButtonLink variant="primary" to={paths.profile()}>
                  {t('web.alerts.toProfile')}
                </ButtonLink>
              ) : (
                <ButtonLink variant="primary" to={paths.login()}>
                  {t('shell.login')}
                </ButtonLink>
              )}
              <a className="btn second" href={`mailto:${contacts.email}`}>
                {t('web.alerts.writeToSupport')}
              </a>
            </ButtonRow>
          </div>
        </Sheet>
      </div>
    </Screen>
  );
}
