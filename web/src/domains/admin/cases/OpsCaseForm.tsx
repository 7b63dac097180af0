import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { movesNothing, type OpsCaseDecision } from '@fws/contract/admin/cases/model';
import type { OpsCaseDetail } from '@fws/contract/admin/cases/schemas';
import { parseRupees, toPaiseText } from '@fws/contract/platform/money';
import { useIdempotencyKey } from '../../../platform/client/form.ts';
import { formatRupees, translate, useT } from '../../../platform/i18n/index.ts';
import { useDebounced } from '../../../platform/queries/useDebounced.ts';
import { Field, InputBox, MoneyInput, Note, OptionRadio, Options } from '../../../ui/index.ts';
import { opsCasePreviewQuery, useDecideCase } from './api.ts';
import { PostingPreview } from '../ledger/PostingPreview.tsx';
import { ReasonForm, type Choice } from '../shared/ReasonForm.tsx';
import { useFreshCode } from '../login/useFreshCode.tsx';
import { getDecisionDetail, getDecisionLabel } from './labels.ts';

/** The possible decisions, with a preview of what each would post. Asking the provider again is always one press. */
export function OpsCaseForm({ opsCase }: { opsCase: OpsCaseDetail }) {
  const t = useT();
  const name = useId();
  const options = opsCase.decisions
    .filter((value) => value !== 'ask')
    .map((value) => ({
      value,
      title: getDecisionLabel(value),
      detail: getDecisionDetail(value),
      paise: getDecisionAmount(value, opsCase),
    }));
  const [chosen, setChosen] = useState<OpsCaseDecision>();
  const [amountText, setAmountText] = useState(() => formatShortfall(opsCase));
  const [reference, setReference] = useState('');
  const decideCase = useDecideCase();
  const intent = useIdempotencyKey();
  const fresh = useFreshCode();

  // The provider may have answered since, so the chosen decision may no longer be possible.
  const decision = (options.find(({ value }) => value === chosen) ?? options[0])?.value;
  const typedPaise = parseRupees(amountText);
  const amountPaise = useDebounced(typedPaise === null ? '' : toPaiseText(typedPaise));
  const debouncedReference = useDebounced(reference);
  const values = {
    caseId: String(opsCase.id),
    decision: decision ?? ('ask' as const),
    ...(decision === 'bring_in' ? { amountPaise, reference: debouncedReference } : {}),
  };
  const isComplete = decision !== 'bring_in' || (amountPaise !== '' && debouncedReference.length >= 6);
  const preview = useQuery({
    ...opsCasePreviewQuery(values),
    enabled: decision !== undefined && !movesNothing(decision) && isComplete,
  });
  const change = (edit: () => void) => {
    intent.renew();
    edit();
  };

  if (opsCase.approval)
    return (
      <Note tone="warn">
        {t('web.admin.waitsForSecond', { person: opsCase.approval.askedBy })} “{opsCase.approval.reason}”
      </Note>
    );
  const ask: Choice = {
    label: t(
      opsCase.kind === 'ledger_broken' || opsCase.kind === 'cover_short'
        ? 'web.admin.checkBooks'
        : 'web.admin.decision.ask',
    ),
    variant: decision === undefined ? 'primary' : 'quiet',
    onChoose: (reason) =>
      decideCase.mutateAsync({ caseId: values.caseId, decision: 'ask', reason, key: null }),
    doneText: translate('admin.case_asked'),
  };
  const decide: Choice | undefined = decision && {
    label: formatDecision(decision, preview.data?.amountPaise ?? opsCase.amountPaise),
    variant: movesNothing(decision) ? 'second' : 'dangerSolid',
    needsReason: true,
    onChoose: (reason) =>
      fresh.run(async () => {
        await decideCase.mutateAsync({ ...values, reason, key: intent.key() });
        intent.renew();
      }),
    doneText: translate('admin.case_decided'),
  };
  return (
    <>
      <h3>{t('web.admin.decide')}</h3>
      {options.length > 0 && (
        <fieldset>
          <legend className="vh">{t('web.admin.decide')}</legend>
          <Options>
            {options.map(({ value, title, detail, paise }) => (
              <OptionRadio
                key={value}
                name={name}
                title={title}
                detail={detail}
                end={
                  paise !== null && (
                    <span className="money" translate="no">
                      {formatRupees(paise)}
                    </span>
                  )
                }
                checked={decision === value}
                onChange={() => change(() => setChosen(value))}
              />
            ))}
          </Options>
        </fieldset>
      )}
      {decision === 'bring_in' && (
        <>
          <Field label={t('web.admin.broughtIn')}>
            <MoneyInput
              value={amountText}
              onChange={(typedRupees) => change(() => setAmountText(typedRupees))}
            />
          </Field>
          <Field label={t('web.admin.bankReference')} hint={t('web.admin.bankReferenceHint')}>
            <InputBox
              value={reference}
              maxLength={60}
              autoComplete="off"
              onChange={(event) => {
                const { value } = event.currentTarget;
                change(() => setReference(value));
              }}
            />
          </Field>
        </>
      )}
      {decision !== undefined && !movesNothing(decision) && isComplete && (
        <PostingPreview preview={preview} emptyText={t('web.admin.postedLater')} />
      )}
      <ReasonForm
        label={t('web.admin.reasonBooks')}
        choices={[...(decide ? [decide] : []), ...(opsCase.decisions.includes('ask') ? [ask] : [])]}
      />
      {fresh.dialog}
    </>
  );
}

/** The amount a decision moves; null when the amount is typed or nothing moves. */
function getDecisionAmount(
  decision: OpsCaseDecision,
  { amountPaise, chargeback }: OpsCaseDetail,
): number | null {
  if (movesNothing(decision) || ['bring_in', 'free_releases', 'allow_payer'].includes(decision)) return null;
  return decision === 'write_off' && chargeback
    ? chargeback.receivablePaise - chargeback.writtenOffPaise
    : amountPaise;
}

const formatShortfall = ({ cover }: OpsCaseDetail): string =>
  cover && cover.owedPaise > cover.heldPaise ? String((cover.owedPaise - cover.heldPaise) / 100) : '';

const formatDecision = (decision: OpsCaseDecision, paise: number | null): string =>
  movesNothing(decision) || paise === null || paise === 0
    ? getDecisionLabel(decision)
    : `${getDecisionLabel(decision)}: ${formatRupees(paise)}`;
