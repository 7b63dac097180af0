import { useId } from 'react';
import { useT, type MessageId } from '../../../platform/i18n/index.ts';
import { OptionRadio, Options } from '../../../ui/index.ts';

export interface DecisionOption<Decision extends string> {
  value: Decision;
  title: MessageId;
  /** What it leads to. */
  detail: MessageId;
}

type Props<Decision extends string> = {
  options: readonly DecisionOption<Decision>[];
  decision: Decision;
  onChoose: (decision: Decision) => void;
};

export function DecisionOptions<Decision extends string>({ options, decision, onChoose }: Props<Decision>) {
  const t = useT();
  const name = useId();
  return (
    <fieldset>
      <legend className="vh">{t('web.admin.decide')}</legend>
      <Options>
        {options.map(({ value, title, detail }) => (
          <OptionRadio
            key={value}
            name={name}
            title={t(title)}
            detail={t(detail)}
            checked={decision === value}
            onChange={() => onChoose(value)}
          />
        ))}
      </Options>
    </fieldset>
  );
}
