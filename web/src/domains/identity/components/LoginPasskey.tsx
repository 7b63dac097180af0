import { useT } from '../../../platform/i18n/index.ts';
import { Note, SubmitButton } from '../../../ui/index.ts';
import { requestPasskeyAssertion } from '../passkeys.ts';
import { useConfirmLogin } from './useConfirmLogin.ts';

type Props = { options: string; onBack: (reason: string) => void };

export function LoginPasskey({ options, onBack }: Props) {
  const t = useT();
  const { confirm, isBusy, problem } = useConfirmLogin(onBack);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void confirm(async () => ({
          method: 'passkey',
          code: '',
          passkey: await requestPasskeyAssertion(options),
        }));
      }}
    >
      {problem && <Note tone="bad">{problem}</Note>}
      <p>{t('identity.passkeyText')}</p>
      <SubmitButton block busy={isBusy} busyText={t('identity.checking')}>
        {t('identity.useMethod.passkey')}
      </SubmitButton>
    </form>
  );
}
