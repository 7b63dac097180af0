import { EXCUSES, type Excuse } from '@fws/contract/visits/model';
import type { Contract } from '@fws/contract/contracts/schemas';
import { formatRupees, useT, type MessageId } from '../../../platform/i18n/index.ts';
import { FieldGroup, Note, OptionRadio, Options } from '../../../ui/index.ts';

type Props = {
  contract: Contract;
  foreseen: NonNullable<Contract['cancel']['foreseen']>;
  excuse: Excuse | null;
  onChange: (excuse: Excuse | null) => void;
};

/** What a visit adds to a cancellation, and the reasons that do not count against who cancels. */
export function CancelExcuse({ contract, foreseen, excuse, onChange }: Props) {
  const t = useT();
  const { counts, isAbsence, feePaise } = foreseen;
  const other = contract.side === 'poster' ? contract.worker.name : contract.poster.name;
  const values = { name: other, amount: formatRupees(feePaise) };
  if (!counts) return <Note>{t('web.contracts.visit.notCounted', values)}</Note>;
  const said: MessageId =
    feePaise > 0
      ? 'web.contracts.visit.lateFee'
      : isAbsence
        ? 'web.contracts.visit.late'
        : 'web.contracts.visit.counted';
  const choose = (chosen: Excuse | null) => ({
    name: 'cancel-excuse',
    checked: excuse === chosen,
    onChange: () => onChange(chosen),
  });
  return (
    <>
      <Note tone={isAbsence ? 'warn' : 'info'}>{t(said, values)}</Note>
      <FieldGroup label={t('web.contracts.visit.excuse')} hint={t('web.contracts.visit.excuseHint')}>
        <Options>
          <OptionRadio {...choose(null)} title={t('web.contracts.visit.none')} />
          {EXCUSES.map((known) => (
            <OptionRadio
              key={known}
              {...choose(known)}
              title={t(`web.contracts.visit.${known}`, values)}
              {...(known === 'hindered' &&
                feePaise > 0 && { detail: t('web.contracts.visit.hinderedText', values) })}
            />
          ))}
        </Options>
      </FieldGroup>
    </>
  );
}
