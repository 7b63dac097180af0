import { useT } from '../../../platform/i18n/index.ts';
import { Screen } from '../../../ui/index.ts';
import { History } from './History.tsx';

/** The audit log of all staff. */
export function AuditScreen() {
  const t = useT();
  return (
    <Screen title={t('web.admin.audit')} data={null} lead={t('web.admin.auditLead')}>
      <History />
    </Screen>
  );
}
