import { useRef, useState } from 'react';
import type { ComponentProps, InputEvent, ReactNode } from 'react';
import { useT } from '../platform/i18n/index.ts';
import { IconButton } from './Button.tsx';
import { cx } from './cx.ts';
import { useControl } from './Field.tsx';
import { Icon } from './Icon.tsx';
import type { IconName } from './Icon.tsx';

/* Each passes its props and ref on to the native control, so `{...register('name')}` works on all of them. */

type InputProps = ComponentProps<'input'>;

export function TextInput({ id, className, ...rest }: InputProps) {
  return <input type="text" {...useControl(id)} {...rest} className={cx('inp', className)} />;
}

/** For codes such as an IFSC or a PAN: converts typed letters to capitals. */
export function CodeInput({ onInput, ...rest }: InputProps) {
  function handleInput(event: InputEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const { selectionStart, selectionEnd } = input;
    const capitals = input.value.toUpperCase();
    if (capitals !== input.value) {
      input.value = capitals;
      input.setSelectionRange(selectionStart, selectionEnd);
    }
    onInput?.(event);
  }
  return (
    <TextInput
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      {...rest}
      onInput={handleInput}
    />
  );
}

export function TextArea({ id, className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...useControl(id)} {...rest} className={cx('inp', className)} />;
}

export type Option = { value: string; label: string };

type SelectProps = ComponentProps<'select'> & { options: readonly Option[]; placeholder?: string };

export function Select({ id, className, options, placeholder, ...rest }: SelectProps) {
  return (
    <select {...useControl(id)} {...rest} className={cx('inp', className)}>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

type BoxProps = InputProps & { before?: ReactNode; after?: ReactNode; icon?: IconName; big?: boolean };

/** An input with something in front of it or behind it in the same box. */
export function InputBox({ id, before, after, icon, big, className, ...rest }: BoxProps) {
  return (
    <span className={cx('inbox', big && 'big')}>
      {icon && <Icon name={icon} size="md" />}
      {before !== undefined && <span className="pre">{before}</span>}
      <input type="text" {...useControl(id)} {...rest} className={cx('inp', className)} />
      {after}
    </span>
  );
}

export function PasswordInput(props: InputProps) {
  const t = useT();
  const [isShown, setIsShown] = useState(false);
  const toggle = (
    <IconButton
      icon="eye"
      label={t(isShown ? 'ui.hidePassword' : 'ui.showPassword')}
      aria-pressed={isShown}
      onClick={() => setIsShown(!isShown)}
    />
  );
  return (
    <InputBox
      autoComplete="current-password"
      {...props}
      type={isShown ? 'text' : 'password'}
      after={toggle}
    />
  );
}

type SearchProps = InputProps & {
  value: string;
  /** With it, a cross and Escape clear the field. */
  onClear?: () => void;
};

export function SearchInput({ onClear, ...props }: SearchProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  if (!onClear) return <InputBox autoComplete="off" {...props} type="search" icon="search" />;
  const clear = () => {
    onClear();
    // The cross goes away with the text.
    input.current?.focus();
  };
  return (
    <InputBox
      autoComplete="off"
      {...props}
      ref={input}
      type="search"
      icon="search"
      onKeyDown={({ key }) => key === 'Escape' && clear()}
      after={props.value !== '' && <IconButton icon="x" label={t('ui.clearSearch')} onClick={clear} />}
    />
  );
}
