import { useT } from '../../platform/i18n/index.ts';
import { findInstallWay, install, refuseInstall, setInstallOpen } from '../../platform/install/index.ts';
import { Button, Dialog, Icon, type IconName } from '../../ui/index.ts';

/** What an installed app does, and how to install it. */
export function InstallSheet() {
  const t = useT();
  const way = findInstallWay();
  const reasons: [IconName, string][] = [
    ['bell', t('offline.install.hear')],
    ['wifi', t('offline.install.read')],
    ['bookmark', t('offline.install.keep')],
  ];
  return (
    <Dialog
      title={t('offline.install.title')}
      onClose={refuseInstall}
      footer={
        <>
          <Button onClick={refuseInstall}>{t('offline.install.notNow')}</Button>
          {way === 'prompt' ? (
            <Button variant="primary" icon="download" onClick={() => void install()}>
              {t('offline.install.install')}
            </Button>
          ) : (
            <Button variant="primary" onClick={() => setInstallOpen(false)}>
              {t('offline.install.understood')}
            </Button>
          )}
        </>
      }
    >
      <div className="inst">
        <span className="tile">
          <svg viewBox="0 0 20 24" aria-hidden="true">
            <path fill="#fff" d="M1 23.5V10a9 9 0 0118 0v13.5z" />
            <path fill="#fdad0d" d="M1 11v-1a9 9 0 0118 0v1z" />
            <path fill="none" stroke="#141943" strokeWidth="2" d="M6 16h8M6 19.5h5" />
          </svg>
        </span>
        <div>
          <b>FWS</b>
          <span className="t2 mut">{t('offline.install.size', { host: window.location.hostname })}</span>
        </div>
      </div>
      <ul className="inst-why">
        {reasons.map(([icon, text]) => (
          <li key={icon}>
            <Icon name={icon} />
            {text}
          </li>
        ))}
      </ul>
      <p className="inst-ios">
        <b>{t('offline.install.iphone')}</b> {t('offline.install.tap')} <Icon name="share" />{' '}
        {t('offline.install.share')}
      </p>
    </Dialog>
  );
}
