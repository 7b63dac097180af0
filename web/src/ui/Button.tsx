import './css/button.css';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from '../platform/router/index.ts';
import { useT } from '../platform/i18n/index.ts';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './Icon.tsx';

export type ButtonVariant = 'primary' | 'accent' | 'second' | 'quiet' | 'danger' | 'dangerSolid' | 'onDark';

type ButtonStyle = {
  variant?: ButtonVariant | undefined;
  small?: boolean | undefined;
  block?: boolean | undefined;
  icon?: IconName | undefined;
  iconEnd?: IconName | undefined;
};

const VARIANT_CLASSES: Record<ButtonVariant, string> = {
  primary: 'primary',
  accent: 'accent',
  second: 'second',
  quiet: 'quiet',
  danger: 'danger',
  dangerSolid: 'danger solid',
  onDark: 'on-dark',
};

function getButtonClass({ variant = 'second', small, block }: ButtonStyle): string {
  return cx('btn', VARIANT_CLASSES[variant], small && 'small', block && 'block');
}

type ButtonProps = ComponentProps<'button'> &
  ButtonStyle & {
    busy?: boolean | undefined;
    busyText?: ReactNode;
    /** Wakes in two seconds: nobody should tap it with the tap that made it appear. */
    paused?: boolean | undefined;
  };

/** While busy it keeps its width and focus, shows `busyText` and ignores clicks. While paused it ignores clicks. */
export function Button(props: ButtonProps) {
  const {
    variant,
    small,
    block,
    icon,
    iconEnd,
    busy = false,
    busyText,
    paused = false,
    children,
    className,
    ...rest
  } = props;
  const isIdle = !busy && !paused;
  const label = (
    <>
      {icon && <Icon name={icon} />}
      {children}
      {iconEnd && <Icon name={iconEnd} size="sm" />}
    </>
  );
  return (
    <button
      type="button"
      {...rest}
      className={cx(
        getButtonClass({ variant, small, block }),
        busy && 'is-busy',
        paused && 'is-wait',
        className,
      )}
      aria-disabled={!isIdle || undefined}
      aria-busy={busy || undefined}
      onClick={isIdle ? rest.onClick : (event) => event.preventDefault()}
    >
      {busy ? <BusyLabel idle={label}>{busyText ?? children}</BusyLabel> : label}
    </button>
  );
}

function BusyLabel({ idle, children }: { idle: ReactNode; children: ReactNode }) {
  const t = useT();
  return (
    <span className="btn-busy">
      <span className="btn-idle" aria-hidden="true">
        {idle}
      </span>
      <span className="btn-now">
        <span className="spin" role="status" aria-label={t('ui.working')} />
        {children}
      </span>
    </span>
  );
}

type ButtonLinkProps = ComponentProps<typeof Link> & ButtonStyle;

export function ButtonLink({
  variant,
  small,
  block,
  icon,
  iconEnd,
  children,
  className,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link {...rest} className={cx(getButtonClass({ variant, small, block }), className)}>
      {icon && <Icon name={icon} />}
      {children}
      {iconEnd && <Icon name={iconEnd} size="sm" />}
    </Link>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  icon: IconName;
  label: string;
};

export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={cx('icbtn', className)} aria-label={label}>
      <Icon name={icon} />
    </button>
  );
}

export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className="btn-row">{children}</div>;
}
