import { useT } from '../../../platform/i18n/index.ts';
import { Dialog } from '../../../ui/index.ts';
import { verifyMfa } from '../api.ts';
import { CodeForm } from './CodeForm.tsx';

type Props = {
  /** Repeats the request that needed a fresh code. */
  onEntered: () => Promise<void>;
  onClose: () => void;
};

/** Asks for a fresh code before money moves or a setting changes. */
export function CodeDialog({ onEntered, onClose }: Props) {
  const t = useT();
  return (
    <Dialog title={t('web.admin.freshCode')} onClose={onClose} persistent>
      <p className="t2 mut adm-lead">{t('web.admin.freshCodeLead')}</p>
      <CodeForm
        label={t('web.admin.code')}
        hint={t('web.admin.codeHint')}
        button={t('web.admin.confirm')}
        onCode={async (code) => {
          await verifyMfa(code);
          await onEntered();
        }}
      />
    </Dialog>
  );
}
