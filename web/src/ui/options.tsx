import './css/options.css';
import type { ComponentProps, ReactNode } from 'react';

/** Choices with what each leads to, one below the other. Put it in a FieldGroup, or in a fieldset with a legend. */
export function Options({ children }: { children: ReactNode }) {
  return <div className="ops">{children}</div>;
}

type OptionRadioProps = Omit<ComponentProps<'input'>, 'children' | 'title' | 'type'> & {
  title: ReactNode;
  detail?: ReactNode;
  /** At the end of the row, such as an amount. */
  end?: ReactNode;
};

export function OptionRadio({ title, detail, end, ...rest }: OptionRadioProps) {
  return (
    <label className="op">
      <input {...rest} type="radio" />
      <span>
        <b>{title}</b>
        {detail !== undefined && <small>{detail}</small>}
      </span>
      {end}
    </label>
  );
}
