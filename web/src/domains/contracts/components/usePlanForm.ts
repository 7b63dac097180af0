import { useState } from 'react';
import { answerChange, proposeChange } from '@fws/contract/contracts/calls';
import type { ChangeOrder, Contract } from '@fws/contract/contracts/schemas';
import { CallError } from '../../../platform/client/index.ts';
import { checkCall, useIdempotencyKey } from '../../../platform/client/form.ts';
import { openDraft } from '../../../platform/drafts/index.ts';
import { translate } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { useAnswerChange, useProposeChange } from '../planApi.ts';
import {
  createPlanDraft,
  fitPlanDraft,
  readPlanDraft,
  toWantedValues,
  type PlanDraft,
} from '../planDraft.ts';

/** A change of a plan being written. The draft is stored on the device until it is sent. */
export function usePlanForm(contract: Contract, change: ChangeOrder | null) {
  const userId = useUser().id;
  const { planVersion } = contract.change;
  const name = `plan:${contract.jobId}:${planVersion}:${change ? `${change.id}-${change.version}` : 'new'}`;
  const [store] = useState(() => openDraft(userId, name));
  const [written, setDraftState] = useState(
    () => readPlanDraft(store.load()) ?? createPlanDraft(contract, change),
  );
  const draft = fitPlanDraft(written, contract, change);
  const [kept, setKept] = useState(() => store.load() != null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const [isChecking, setChecking] = useState(false);
  const intent = useIdempotencyKey();
  const propose = useProposeChange();
  const answer = useAnswerChange();

  function setDraft(next: PlanDraft): void {
    setDraftState(next);
    store.save(next);
    setKept(true);
    setErrors({});
    setProblem(undefined);
  }

  function discard(): void {
    setDraftState(createPlanDraft(contract, change));
    store.remove();
    setKept(false);
    setErrors({});
    setProblem(undefined);
  }

  async function send(): Promise<void> {
    const wanted = toWantedValues(draft, contract.finishBy);
    const proposal = { jobId: String(contract.jobId), ...wanted, planVersion: String(planVersion) };
    const counter = change && {
      changeId: String(change.id),
      answer: 'counter' as const,
      version: String(change.version),
      ...wanted,
    };
    setChecking(true);
    const checked = await (counter ? checkCall(answerChange, counter) : checkCall(proposeChange, proposal));
    setChecking(false);
    setProblem(undefined);
    if (!checked.ok) {
      setErrors(
        Object.fromEntries(
          Object.entries(checked.errors).map(([field, { code, values }]) => [field, translate(code, values)]),
        ),
      );
      return;
    }
    setErrors({});
    try {
      const idempotencyKey = intent.key(counter ?? proposal);
      if (counter) await answer.mutateAsync({ values: counter, idempotencyKey });
      else await propose.mutateAsync({ values: proposal, idempotencyKey });
    } catch (error) {
      // What was typed stays.
      const fields = error instanceof CallError ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0)
        setProblem(error instanceof Error ? error.message : translate('common.something_wrong'));
      return;
    }
    store.remove();
    toast.success(translate('contracts.change_proposed'));
  }

  return {
    draft,
    setDraft,
    errors,
    problem,
    send,
    isPending: isChecking || propose.isPending || answer.isPending,
    keptDraft: { kept, discard },
  };
}
