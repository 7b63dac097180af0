import { useT } from '../../../platform/i18n/index.ts';
import { Button, Dialog } from '../../../ui/index.ts';
import { legalTexts, type LegalText } from '../texts.ts';
import { LegalSections } from './LegalSections.tsx';

/** A legal text in a dialog, so that the user does not leave the form that refers to it. */
export function LegalDialog({ text, onClose }: { text: LegalText; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      title={t(legalTexts[text].title)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
      full
    >
      <LegalSections text={text} heading="h3" />
    </Dialog>
  );
}
