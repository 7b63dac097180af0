import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Sheet } from '../../../ui/index.ts';

/** Links to the user's sessions and second factors. */
export function SecuritySheet() {
  const t = useT();
  return (
    <Sheet title={t('shell.security')}>
      <p className="t2 mut">{t('web.profile.securityText')}</p>
      <p className="pf-add">
        <ButtonLink to={paths.security()} icon="lock">
          {t('web.profile.toSecurity')}
        </ButtonLink>
      </p>
    </Sheet>
  );
}
