import { useT } from '../../../platform/i18n/index.ts';
import { Steps } from '../../../ui/index.ts';

/** The progress of the check: demo, video, ID, one-time password. */
export function CheckSteps({ current }: { current: 0 | 1 | 2 | 3 }) {
  const t = useT();
  const steps = [
    t('web.kyc.step.demo'),
    t('web.kyc.step.video'),
    t('web.kyc.step.id'),
    t('web.kyc.step.otp'),
  ];
  return (
    <div className="kyc-steps">
      <Steps steps={steps} current={current} />
    </div>
  );
}
