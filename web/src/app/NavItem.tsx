import type { ComponentProps, ReactNode } from 'react';
import { Link, usePathname } from '../platform/router/index.ts';
import { isAt } from './navigation.ts';

type Props = Omit<ComponentProps<typeof Link>, 'to'> & {
  item: Parameters<typeof isAt>[0];
  children: ReactNode;
};

/** A link of the navigation, marked on its own screen and on those below it. */
export function NavItem({ item, children, ...rest }: Props) {
  const pathname = usePathname();
  return (
    <Link {...rest} to={item.to} aria-current={isAt(item, pathname) ? 'page' : undefined}>
      {children}
    </Link>
  );
}
