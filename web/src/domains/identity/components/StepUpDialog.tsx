import { useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { CodeDialog } from './CodeDialog.tsx';

type Props = {
  /** Sends the same command again with the code; rejects with the message to show. */
  onDone: (otp: string) => Promise<unknown>;
  onClose: () => void;
  /** What the code confirms. */
  why?: string | undefined;
  /** Says that the device needs a new proof. Otherwise the command itself is why a code is needed. */
  provesDevice?: boolean;
};

/** Asks for a code sent to the user's mobile number before money leaves or the account changes. */
export default function StepUpDialog({ onDone, onClose, why, provesDevice = false }: Props) {
  const t = useT();
  const { mobile } = useUser();
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
