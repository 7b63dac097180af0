import { useState } from 'react';
import { useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { CodeDialog } from './CodeDialog.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';

type Props = {
  /** Sends the same command again with the code; rejects with the message to show. */
  onDone: (otp: string) => Promise<unknown>;
  /** The same with the password, where it is enough: then it is asked for first. */
  onPassword?: (password: string) => Promise<unknown>;
  onClose: () => void;
  /** What the proof confirms. */
  why?: string | undefined;
  /** Says that the device needs a new proof. Otherwise the command itself is why a code is needed. */
  provesDevice?: boolean;
};

/**
 * Asks for a code sent to the user's mobile number before money leaves or the account changes, or for the password where
 * that is enough.
 */
export default function StepUpDialog({ onDone, onPassword, onClose, why, provesDevice = false }: Props) {
  const t = useT();
  const { mobile, mobileVerified } = useUser();
  const [usesCode, setUsesCode] = useState(false);
  if (onPassword && !usesCode)
    return (
      <PasswordDialog
        why={why}
        onPassword={onPassword}
        // A code proves nothing before the number is verified.
        {...(mobileVerified && { onCodeInstead: () => setUsesCode(true) })}
        onClose={onClose}
      />
    );
  return (
    <CodeDialog
      title={t('identity.stepUp')}
      why={provesDevice ? t('identity.deviceProof') : why}
      channel="mobile"
      address={mobile}
      submitText={t('identity.confirm')}
      closeText={t('ui.cancel')}
      onCode={onDone}
      onClose={onClose}
    />
  );
}
