import { useT } from '../../../platform/i18n/index.ts';
import { useSession } from '../../../platform/session/index.ts';
import { Button, Note } from '../../../ui/index.ts';
import { verifyMfa, refreshAdmin } from '../api.ts';
import { CodeForm } from './CodeForm.tsx';

/** The second factor. Accepts only a recovery code when the server can no longer check codes of the app. */
export function MfaForm({ isLost }: { isLost: boolean }) {
  const t = useT();
  const { signOut } = useSession();
  return (
    <>
      <h1>{t('web.admin.enter')}</h1>
      {isLost ? (
        <Note tone="warn">{t('web.admin.factorLost')}</Note>
      ) : (
        <p className="t2 mut adm-lead">{t('web.admin.enterLead')}</p>
      )}
      <CodeForm
        label={t(isLost ? 'web.admin.recoveryCode' : 'web.admin.code')}
        hint={isLost ? undefined : t('web.admin.codeHint')}
        button={t('web.admin.enter')}
        onCode={async (code) => {
          await verifyMfa(code);
          await refreshAdmin();
        }}
      />
      <Button variant="quiet" block onClick={() => void signOut()}>
        {t('web.admin.logout')}
      </Button>
    </>
  );
}
