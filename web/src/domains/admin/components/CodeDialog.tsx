import { useT } from '../../../platform/i18n/index.ts';
import { Dialog } from '../../../ui/index.ts';
import { enter } from '../api.ts';
import { CodeForm } from '../forms/CodeForm.tsx';

type Props = {
  /** Does again what asked for a fresh code. */
  onEntered: () => Promise<void>;
  onClose: () => void;
};

/** Before money moves or a setting changes: a code that was made just now. */
export function CodeDialog({ onEntered, onClose }: Props) {
  const t = useT();
  return (
    <Dialog title={t('web.admin.freshCode')} onClose={onClose} keep>
      <p className="t2 mut adm-lead">{t('web.admin.freshCodeLead')}</p>
      <CodeForm
        label={t('web.admin.code')}
        hint={t('web.admin.codeHint')}
        button={t('web.admin.confirm')}
        onCode={async (code) => {
          await enter(code);
          await onEntered();
        }}
      />
    </Dialog>
  );
}
