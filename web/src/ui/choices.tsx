import './css/choice.css';
import './css/inbox.css';
import './css/field.css';
import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { FieldError } from './Field.tsx';
import { Icon } from './Icon.tsx';
import type { IconName } from './Icon.tsx';

type InputProps = Omit<ComponentProps<'input'>, 'children'>;

type TickProps = InputProps & {
  type?: 'checkbox' | 'radio';
  children: ReactNode;
  detail?: ReactNode;
};

/** A checkbox or a radio with its label, 44 px high. */
export function Tick({ type = 'checkbox', children, detail, ...rest }: TickProps) {
  return (
    <label className="tick">
      <input {...rest} type={type} />
      <span>
        {children}
        {detail !== undefined && <small className="tick-detail">{detail}</small>}
      </span>
    </label>
  );
}

/** A single checkbox with its own error, such as terms that must be accepted. */
export function TickField({ error, ...rest }: TickProps & { error: string | undefined }) {
  const errorId = useId();
  const isBad = error !== undefined;
  return (
    <div className={'tick-field'}>
      <Tick {...rest} aria-invalid={isBad || undefined} aria-describedby={isBad ? errorId : undefined} />
      <FieldError id={errorId} error={error} />
    </div>
  );
}

type SwitchProps = InputProps & { children: ReactNode };

export function Switch({ children, ...rest }: SwitchProps) {
  return (
    <label className="switch">
      <span>{children}</span>
      <input {...rest} type="checkbox" />
    </label>
  );
}

export type PickOption = { value: string; label: ReactNode; icon?: IconName; glyph?: ReactNode };

type PickProps = InputProps & { name: string; options: readonly PickOption[] };

/** Two or three choices side by side. Put it in a FieldGroup. */
export function RadioPick({ options, value, defaultValue, ...rest }: PickProps) {
  return (
    <div className="pick">
      {options.map((option) => (
        <label key={option.value}>
          <input
            {...rest}
            type="radio"
            value={option.value}
            {...(value === undefined ? {} : { checked: value === option.value })}
            {...(defaultValue === undefined ? {} : { defaultChecked: defaultValue === option.value })}
          />
          {option.glyph}
          {option.icon && <Icon name={option.icon} />}
          {option.label}
        </label>
      ))}
    </div>
  );
}

type RadioCardProps = InputProps & { icon?: IconName; title: ReactNode; detail?: ReactNode };

/** A row of a list of choices, such as a bank account: icon, title, detail, radio. */
export function RadioCard({ icon, title, detail, ...rest }: RadioCardProps) {
  return (
    <label className="radio-card">
      <input {...rest} type="radio" />
      {icon && <Icon name={icon} />}
      <span>
        <b>{title}</b>
        {detail !== undefined && <small>{detail}</small>}
      </span>
    </label>
  );
}
