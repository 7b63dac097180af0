import './css/inbox.css';
import './css/field.css';
import { createContext, use, useId } from 'react';
import type { ReactNode } from 'react';
import { useT } from '../platform/i18n/index.ts';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';

type Control = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

const ControlContext = createContext<Control | undefined>(undefined);

/** The props that link a control to the label, hint and error of its Field. */
export function useControl(id?: string): Partial<Control> {
  const control = use(ControlContext);
  return { ...control, ...(id === undefined ? {} : { id }) };
}

type FieldProps = {
  label: ReactNode;
  /** Only for screen readers, where the place says what to write. */
  hideLabel?: boolean;
  /** Give one when an ErrorSummary links here. */
  id?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean | undefined;
  /** Shown at the end of the label's line, such as "Use Current Location". */
  action?: ReactNode;
  children: ReactNode;
};

/** Label, hint, one control, error. The hint is above so that a phone's keyboard does not hide it. */
export function Field({ label, hideLabel, id, hint, error, optional, action, children }: FieldProps) {
  const ownId = useId();
  const { control, hintId, errorId } = buildControl(id ?? ownId, hint, error);
  return (
    <div className={cx('field', error !== undefined && 'bad')}>
      <div className={hideLabel ? 'vh' : 'label-row'}>
        <label className="label" htmlFor={control.id}>
          {label} {optional && <Optional />}
        </label>
        {action}
      </div>
      {hint && (
        <span className="hint" id={hintId}>
          {hint}
        </span>
      )}
      <ControlContext value={control}>{children}</ControlContext>
      <FieldError id={errorId} error={error} />
    </div>
  );
}

type FieldGroupProps = Omit<FieldProps, 'action' | 'hideLabel'>;

/** The same for a group of radios, ticks or several inputs: a fieldset with its legend. */
export function FieldGroup({ label, id, hint, error, optional, children }: FieldGroupProps) {
  const ownId = useId();
  const { control, hintId, errorId } = buildControl(id ?? ownId, hint, error);
  return (
    <fieldset
      className={cx('field', error !== undefined && 'bad')}
      id={control.id}
      tabIndex={-1}
      aria-describedby={control['aria-describedby']}
    >
      <legend className="label">
        {label} {optional && <Optional />}
      </legend>
      {hint && (
        <span className="hint" id={hintId}>
          {hint}
        </span>
      )}
      {children}
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}

function buildControl(id: string, hint: ReactNode, error: string | undefined) {
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, error !== undefined && errorId].filter(Boolean).join(' ');
  const control: Control = {
    id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error === undefined ? undefined : true,
  };
  return { control, hintId, errorId };
}

function Optional() {
  return <span className="opt">{useT()('ui.optional')}</span>;
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <span className="err" id={id}>
      <Icon name="alert" />
      {error}
    </span>
  );
}
