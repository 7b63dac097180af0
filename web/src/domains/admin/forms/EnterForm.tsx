import { useT } from '../../../platform/i18n/index.ts';
import { useSession } from '../../../platform/session/index.ts';
import { Button } from '../../../ui/index.ts';
import { enter, refreshAdmin } from '../api.ts';
import { CodeForm } from './CodeForm.tsx';

/** The second of the two. */
export function EnterForm() {
  const t = useT();
  const { signOut } = useSession();
  return (
    <>
      <h1>{t('web.admin.enter')}</h1>
      <p className="t2 mut adm-lead">{t('web.admin.enterLead')}</p>
      <CodeForm
        label={t('web.admin.code')}
        hint={t('web.admin.codeHint')}
        button={t('web.admin.enter')}
        onCode={async (code) => {
          await enter(code);
          await refreshAdmin();
        }}
      />
      <Button variant="quiet" block onClick={() => void signOut()}>
        {t('web.admin.logout')}
      </Button>
    </>
  );
}
