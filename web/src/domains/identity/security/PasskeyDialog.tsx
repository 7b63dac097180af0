import { useId, useState } from 'react';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Dialog, Field, SubmitButton, TextInput } from '../../../ui/index.ts';
import { addPasskey, beginPasskey } from '../api.ts';
import { useStepUp } from '../components/useStepUp.tsx';
import { createPasskey } from '../passkeys.ts';

const NAME_MAX = 60;

export type PasskeyDialogProps = {
  onAdded: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
};

/** Takes a name, then opens the browser's own dialog. */
export default function PasskeyDialog({ onAdded, onClose }: PasskeyDialogProps) {
  const t = useT();
  const formId = useId();
  const stepUp = useStepUp();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function submit(): Promise<void> {
    if (name.trim() === '') return setProblem(translate('identity.passkey_name_required'));
    setBusy(true);
    setProblem(undefined);
    try {
      const options = await stepUp.run(beginPasskey);
      const recoveryCodes = await addPasskey(name, await createPasskey(options));
      toast.success(translate('identity.passkey_added'));
      onClose();
      onAdded(recoveryCodes);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '');
    } finally {
      setBusy(false);
    }
  }

  const footer = (
    <>
      <Button onClick={onClose}>{t('ui.cancel')}</Button>
      <SubmitButton form={formId} busy={isBusy} busyText={t('security.making')}>
        {t('security.makePasskey')}
      </SubmitButton>
    </>
  );
  return (
    <>
      <Dialog title={t('security.addPasskey')} footer={footer} onClose={onClose} persistent>
        <form
          id={formId}
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <p>{t('security.passkeyText')}</p>
          <Field label={t('security.passkeyName')} hint={t('security.passkeyNameHint')} error={problem}>
            <TextInput
              value={name}
              maxLength={NAME_MAX}
              autoComplete="off"
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </Field>
        </form>
      </Dialog>
      {stepUp.dialog}
    </>
  );
}
