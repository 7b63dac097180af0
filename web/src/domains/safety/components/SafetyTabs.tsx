import { useT } from '../../../platform/i18n/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { Tabs } from '../../../ui/index.ts';

type Props = { current: 'reports' | 'takedowns' | 'blocked' };

/** What the user reported, what FWS took down of theirs, and whom they blocked. */
export function SafetyTabs({ current }: Props) {
  const t = useT();
  return (
    <Tabs
      label={t('web.safety.tabs')}
      items={[
        { key: 'reports', to: paths.reports(), label: t('web.safety.tab.reports') },
        { key: 'takedowns', to: paths.takedowns(), label: t('web.safety.tab.takedowns') },
        { key: 'blocked', to: paths.blocked(), label: t('web.safety.tab.blocked') },
      ]}
      current={current}
    />
  );
}
