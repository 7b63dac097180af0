import { Component } from 'react';
import type { ReactNode } from 'react';
import { usePathname } from '../platform/router/index.ts';
import { paths } from '../platform/router/paths.ts';
import { useT } from '../platform/i18n/index.ts';
import { Button, Empty, Screen } from '../ui/index.ts';

/** When a screen fails, the header and the navigation stay. Navigating away clears the error. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  return (
    <Boundary key={getScreenKey(pathname)} pathname={pathname}>
      {children}
    </Boundary>
  );
}

/** Another address is another screen, but for conversations: their list stays where it is. */
const getScreenKey = (pathname: string): string =>
  pathname.startsWith(paths.conversations()) ? paths.conversations() : pathname;

type Props = { pathname: string; children: ReactNode };
type State = { pathname: string; failed: boolean };

class Boundary extends Component<Props, State> {
  override state = { pathname: this.props.pathname, failed: false };

  static getDerivedStateFromProps({ pathname }: Props, state: State): State | null {
    return pathname === state.pathname ? null : { pathname, failed: false };
  }

  static getDerivedStateFromError(): Pick<State, 'failed'> {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <FailedScreen /> : this.props.children;
  }
}

function FailedScreen() {
  const t = useT();
  const reload = (
    <Button variant="primary" onClick={() => window.location.reload()}>
      {t('ui.tryAgain')}
    </Button>
  );
  return (
    <Screen title={t('shell.failed')} data={null} hideTitle>
      <Empty title={t('shell.failed')} action={reload}>
        {t('common.something_wrong')}
      </Empty>
    </Screen>
  );
}
