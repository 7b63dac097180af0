import type { ComponentProps } from 'react';
import { Link as RouterLink } from 'wouter';

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  to: string;
  replace?: boolean;
  /** For paths that the server answers itself: a file, the redirect to the payment provider. */
  toServer?: boolean;
};

/** Outside the app: "tel:", "mailto:", "https:". The router would prevent the call, and cannot open it. */
const hasScheme = (address: string): boolean => /^[a-z][\w+.-]*:/i.test(address);

export function Link({ to, toServer, replace = false, children, ...rest }: Props) {
  if (toServer || hasScheme(to))
    return (
      <a href={to} {...rest}>
        {children}
      </a>
    );
  return (
    <RouterLink href={to} replace={replace} {...rest}>
      {children}
    </RouterLink>
  );
}
