import { useT } from '../../platform/i18n/index.ts';
import { findInstallWay, setInstallOpen } from '../../platform/install/index.ts';
import { Icon } from '../../ui/index.ts';

/** Opens the sheet, where the app can be installed and is not yet. */
export function InstallItem() {
  const t = useT();
  if (!findInstallWay()) return null;
  return (
    <button type="button" onClick={() => setInstallOpen(true)}>
      <Icon name="download" />
      {t('offline.install.title')}
    </button>
  );
}
