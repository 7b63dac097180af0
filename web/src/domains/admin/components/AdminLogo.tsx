import '../../../ui/css/header.css';
import '../../../ui/css/logo.css';
import { useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { adminPaths } from '../paths.ts';

export function AdminLogo() {
  const t = useT();
  return (
    <>
      <Link className="logo" to={adminPaths.queue()} aria-label={t('web.admin.home')}>
        <svg viewBox="0 0 20 24" aria-hidden="true">
          <path className="lg-b" d="M1 23.5V10a9 9 0 0118 0v13.5z" />
          <path className="lg-c" d="M1 11v-1a9 9 0 0118 0v1z" />
          <path className="lg-l" d="M6 16h8M6 19.5h5" />
        </svg>
        <b>FWS</b>
      </Link>
      <span className="adm-n">{t('web.admin.title')}</span>
    </>
  );
}
