import { useState } from 'react';
import type { ComponentProps, InputEvent, ReactNode } from 'react';
import { parseRupees } from '@fws/contract/platform/money';
import { formatAmountInWords, useLocale } from '../platform/i18n/index.ts';
import { InputBox } from './inputs.tsx';

type Props = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  ref?: ((input: HTMLInputElement | null) => void) | undefined;
  /** Added after the amount in words: "₹3,450 stays in the passbook." */
  note?: ReactNode;
  after?: ReactNode;
};

const MAX_IN_WORDS_PAISE = 99_99_99_99_999_00;

/** Rupees, kept as typed except for grouping commas, with the amount in words below. */
export function MoneyInput({ note, after, ref, onInput, ...rest }: Props) {
  const locale = useLocale();
  const [typed, setTyped] = useState(String(rest.value ?? rest.defaultValue ?? ''));
  const amountPaise = parseRupees(String(rest.value ?? typed));
  const showsWords = amountPaise !== null && amountPaise > 0 && amountPaise <= MAX_IN_WORDS_PAISE;

  function handleInput(event: InputEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const plain = input.value.replaceAll(/[,₹\s]/g, '');
    if (plain !== input.value) input.value = plain;
    setTyped(plain);
    onInput?.(event);
  }

  return (
    <>
      <InputBox
        {...rest}
        ref={(input) => {
          ref?.(input);
          // A form library writes the starting value through the ref.
          if (input) setTyped(input.value);
        }}
        big
        before="₹"
        after={after}
        inputMode="decimal"
        autoComplete="off"
        onInput={handleInput}
      />
      <span className="words" aria-live="polite">
        {showsWords && <span>{formatAmountInWords(amountPaise, locale)}</span>}
        {note !== undefined && <span>{note}</span>}
      </span>
    </>
  );
}
