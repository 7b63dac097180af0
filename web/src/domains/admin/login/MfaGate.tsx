import type { ReactNode } from 'react';
import { useT } from '../../../platform/i18n/index.ts';
import { AdminLogo } from '../shell/AdminLogo.tsx';

/** The page shown until the admin area is unlocked: one sheet with the given content. */
export function MfaGate({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <>
      <title>{`${t('web.admin.title')} · FWS`}</title>
      <header className="bar adm">
        <div className="wrap bar-in">
          <AdminLogo />
        </div>
      </header>
      <main className="main wrap" id="main">
        <div className="sheet adm-door">{children}</div>
      </main>
    </>
  );
}
