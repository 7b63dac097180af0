import type { ChangeEvent, ComponentProps, ReactNode } from 'react';
import { parseRupees } from '@fws/contract/platform/money';
import { formatAmountInWords, useLocale } from '../platform/i18n/index.ts';
import { InputBox } from './inputs.tsx';
import { groupRupees, groupTypedRupees } from './typedRupees.ts';

type RupeeProps = Omit<
  ComponentProps<typeof InputBox>,
  'type' | 'value' | 'defaultValue' | 'onChange' | 'onInput' | 'before' | 'inputMode' | 'autoComplete'
> & {
  /** Rupees as the user has typed them, without grouping: "125000". */
  value: string;
  onChange: (amountText: string) => void;
};

/** Rupees, grouped while they are typed: ₹1,25,000. */
export function RupeeInput({ value, onChange, ...rest }: RupeeProps) {
  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const { inputType } = event.nativeEvent as InputEvent;
    const edited = groupTypedRupees({
      before: value,
      text: input.value,
      caret: input.selectionStart ?? input.value.length,
      inputType,
    });
    // Written here, because React would put the caret at the end.
    input.value = edited.grouped;
    input.setSelectionRange(edited.caret, edited.caret);
    onChange(edited.plain);
  }
  return (
    <InputBox
      {...rest}
      before="₹"
      inputMode="decimal"
      autoComplete="off"
      value={groupRupees(value)}
      onChange={handleChange}
    />
  );
}

type MoneyProps = Omit<RupeeProps, 'big' | 'icon'> & {
  /** Added after the amount in words: "₹3,450 stays in the passbook." */
  note?: ReactNode;
};

const MAX_IN_WORDS_PAISE = 99_99_99_99_999_00;

/** The same, large, with the amount in words below. */
export function MoneyInput({ note, ...rest }: MoneyProps) {
  const locale = useLocale();
  const amountPaise = parseRupees(rest.value);
  const showsWords = amountPaise !== null && amountPaise > 0 && amountPaise <= MAX_IN_WORDS_PAISE;
  return (
    <>
      <RupeeInput {...rest} big />
      <span className="words" aria-live="polite">
        {showsWords && <span>{formatAmountInWords(amountPaise, locale)}</span>}
        {note !== undefined && <span>{note}</span>}
      </span>
    </>
  );
}
