import '../../../ui/css/header.css';
import { useT } from '../../../platform/i18n/index.ts';
import { Logo } from '../../../ui/index.ts';
import { adminPaths } from '../paths.ts';

export function AdminLogo() {
  const t = useT();
  return (
    <>
      <Logo to={adminPaths.queue()} label={t('web.admin.home')} />
      <span className="adm-n">{t('web.admin.title')}</span>
    </>
  );
}
