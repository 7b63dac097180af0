import { Component } from 'react';
import type { ReactNode } from 'react';
import { usePathname } from '../platform/router/index.ts';
import { useT } from '../platform/i18n/index.ts';
import { Button, Empty, Screen } from '../ui/index.ts';

/** When a screen fails, the header and the navigation stay. Navigating away clears the error. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Boundary key={usePathname()}>{children}</Boundary>;
}

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
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
