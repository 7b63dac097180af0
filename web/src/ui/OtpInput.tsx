import './css/otp.css';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { useControl } from './Field.tsx';

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'defaultValue' | 'maxLength'> & {
  value: string;
  onChange: (code: string) => void;
  length?: number;
};

/** One real input under drawn boxes: pasting, SMS autofill and screen readers need nothing special. */
export function OtpInput({ id, value, onChange, length = 6, ...rest }: Props) {
  const [focused, setFocused] = useState(false);
  const current = Math.min(value.length, length - 1);
  return (
    <span className="otp-box">
      <input
        {...useControl(id)}
        {...rest}
        className="otp-input"
        value={value}
        inputMode="numeric"
        autoComplete="one-time-code"
        onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, length))}
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
