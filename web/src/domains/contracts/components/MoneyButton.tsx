import { useState } from 'react';
import type { Contract, Milestone } from '@fws/contract/contracts/model';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { Button } from '../../../ui/index.ts';
import { fundStepLabels } from '../labels.ts';
import { FundDialog } from './FundDialog.tsx';
import { ReleaseDialog } from './ReleaseDialog.tsx';

type Props = {
  contract: Contract;
  milestone: Milestone;
  step: 'funded' | 'released';
  disabled: boolean;
};

/** A step that moves money. A dialog first shows what will happen. */
export function MoneyButton({ contract, milestone, step, disabled }: Props) {
  const t = useT();
  const online = useOnline();
  const [open, setOpen] = useState(false);
  const StepDialog = step === 'funded' ? FundDialog : ReleaseDialog;
  return (
    <>
      <Button
        variant={step === 'released' ? 'accent' : 'second'}
        disabled={disabled || !online}
        onClick={() => setOpen(true)}
      >
        {online
          ? t(fundStepLabels[step].name, { amount: formatRupees(milestone.amountPaise) })
          : t('ui.needsInternet')}
      </Button>
      {open && <StepDialog contract={contract} milestone={milestone} onClose={() => setOpen(false)} />}
    </>
  );
}
