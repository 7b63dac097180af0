import { Suspense, useEffect, useState } from 'react';
import { onDeviceProofAsked } from '../../../platform/client/index.ts';
import { lazyScreen } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { verifyContact } from '../api.ts';

const StepUpDialog = lazyScreen(['identity'], () => import('../components/StepUpDialog.tsx'));

/**
 * On every screen of a signed-in user: asks for a code when the server wants this device to be proven before a call.
 * The call is then sent again by itself.
 */
export function DeviceProof() {
  const { mobile } = useUser();
  const [pending, setPending] = useState<{ finish: (isProven: boolean) => void }>();
  useEffect(() => {
    onDeviceProofAsked(
      () =>
        new Promise<boolean>((resolve) =>
          setPending({
            finish: (isProven) => {
              setPending(undefined);
              resolve(isProven);
            },
          }),
        ),
    );
    return () => onDeviceProofAsked(null);
  }, []);
  if (!pending) return null;
  return (
    <Suspense>
      <StepUpDialog
        provesDevice
        onDone={async (otp) => {
          await verifyContact('mobile', mobile, otp);
          pending.finish(true);
        }}
        onClose={() => pending.finish(false)}
      />
    </Suspense>
  );
}
