import { useState } from 'react';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Field, FormDialog, TextInput } from '../../../ui/index.ts';
import { addPasskey, beginPasskey } from '../api.ts';
import { useAttempt } from '../components/useAttempt.ts';
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
  const stepUp = useStepUp();
  const [name, setName] = useState('');
  const { attempt, isBusy, problem, setProblem } = useAttempt();

  async function submit(): Promise<void> {
    if (name.trim() === '') return setProblem(translate('identity.passkey_name_required'));
    await attempt(async () => {
      const options = await stepUp.run(beginPasskey);
      const recoveryCodes = await addPasskey(name, await createPasskey(options));
      toast.success(translate('identity.passkey_added'));
      onClose();
      onAdded(recoveryCodes);
    });
  }

  return (
    <>
      <FormDialog
        title={t('security.addPasskey')}
        submitText={t('security.makePasskey')}
        busyText={t('security.making')}
        busy={isBusy}
        onSubmit={submit}
        onClose={onClose}
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
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
