import { useState } from 'react';
import type { Contract } from '@fws/contract/contracts/schemas';
import { CODE_DIGITS } from '@fws/contract/visits/model';
import type { Visit } from '@fws/contract/visits/schemas';
import { translate } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { judgeScan } from '../door/scan.ts';
import { useTakeStep } from './useSteps.ts';

/** What the worker types or scans at the door, until it starts the work or waits on the device. */
export function useCodeEntry(visit: Visit, contract: Contract) {
  const step = useTakeStep(visit, contract.title);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isScanning, setScanning] = useState(false);
  /** Types other digits in place of those that wait. */
  const [retypes, setRetypes] = useState(false);

  /** Returns why it was refused. */
  async function start(proof: { code?: string; signed?: string }): Promise<string | undefined> {
    try {
      const sent = await step.mutateAsync({ kind: 'start', ...proof });
      if (sent === 'done') toast.success(translate('visits.started'));
      setRetypes(false);
      setCode('');
      return undefined;
    } catch (refused) {
      return refused instanceof Error ? refused.message : translate('common.something_wrong');
    }
  }

  return {
    code,
    error,
    isScanning,
    retypes,
    isSending: step.isPending,
    setScanning,
    retype: () => setRetypes(true),
    changeCode: (digits: string) => {
      setCode(digits);
      setError(undefined);
    },
    submit: async (): Promise<void> => {
      if (code.length < CODE_DIGITS) setError(translate('web.visits.codeShort'));
      else setError(await start({ code }));
    },
    /** Returns why it starts nothing. */
    takeScan: async (text: string): Promise<string | undefined> => {
      if ((await judgeScan(visit, text)) === 'wrong') return translate('visits.scan_wrong');
      const problem = await start({ signed: text });
      if (problem === undefined) setScanning(false);
      return problem;
    },
  };
}
