import { useT } from '../../../platform/i18n/index.ts';
import { Button, Icon } from '../../../ui/index.ts';
import { resumeCheck } from '../contactChecks.ts';

/** Shown under the header of every screen until the mobile number is verified. */
export function VerifyStrip() {
  const t = useT();
  return (
    <aside className="strip" aria-label={t('identity.verifyMobile')}>
      <div className="wrap">
        <Icon name="phone" />
        <p>
          <b>{t('identity.verifyMobile')}</b> <small>{t('identity.verifyMobileWhy')}</small>
        </p>
        <Button onClick={() => resumeCheck('mobile')}>{t('identity.verifyNow')}</Button>
      </div>
    </aside>
  );
}
