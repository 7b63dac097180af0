import './css/otp.css';
import { useEffect, useRef, useState } from 'react';
import type { ChangeEvent, ComponentProps, KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { cx } from './cx.ts';
import { useControl } from './Field.tsx';

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'defaultValue' | 'maxLength'> & {
  value: string;
  onChange: (code: string) => void;
  length?: number;
  /** Sends the form with the last digit. The form's button stays, for those who do not see that. */
  autoSubmit?: boolean;
};

/**
 * One real input under drawn boxes: pasting, SMS autofill and screen readers need nothing special. A refused code is
 * selected, so that the next one takes its place.
 */
export function OtpInput({ id, value, onChange, length = 6, autoSubmit = false, ...rest }: Props) {
  const control = useControl(id);
  const box = useRef<HTMLSpanElement>(null);
  const isRefused = control['aria-invalid'] === true;
  useEffect(() => {
    if (!isRefused || !autoSubmit) return;
    const input = box.current?.querySelector('input');
    input?.focus();
    input?.select();
  }, [isRefused, autoSubmit]);

  function change({ currentTarget: { value: text, form } }: ChangeEvent<HTMLInputElement>): void {
    const code = text.replaceAll(/\D/g, '').slice(0, length);
    // The form is sent with the values of its last rendering.
    flushSync(() => onChange(code));
    if (autoSubmit && code.length === length && code !== value) form?.requestSubmit();
  }

  /** Enter after the last digit comes too late when the code is refused by then. It must not use up another try. */
  function keepRefusedCode(event: KeyboardEvent): void {
    if (event.key === 'Enter' && autoSubmit && isRefused && value.length === length) event.preventDefault();
  }

  const [focused, setFocused] = useState(false);
  const current = Math.min(value.length, length - 1);
  return (
    <span className="otp-box" ref={box}>
      <input
        inputMode="numeric"
        autoComplete="one-time-code"
        {...control}
        {...rest}
        className="otp-input"
        value={value}
        onChange={change}
        onKeyDown={keepRefusedCode}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      />
      <span className="otp" style={{ gridTemplateColumns: `repeat(${length}, 1fr)` }} aria-hidden="true">
        {Array.from({ length }, (_, index) => (
          <span key={index} className={cx(focused && index === current && 'now')}>
            {value[index]}
          </span>
        ))}
      </span>
    </span>
  );
}
