import '../admin.css';
import '../queue/queue.css';
import '../queue/case.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallError } from '../../../platform/client/index.ts';
import { RECORD_KINDS } from '@fws/contract/admin/records/model';
import { useT } from '../../../platform/i18n/index.ts';
import { Route, Switch } from '../../../platform/router/index.ts';
import { loadSession, useSession } from '../../../platform/session/index.ts';
import { Button, Empty, LoadError, Skeleton, ToastRegion } from '../../../ui/index.ts';
import { statusQuery, watchMfaGate } from '../login/api.ts';
import { AdminBar } from './AdminBar.tsx';
import { SectionTabs } from './SectionTabs.tsx';
import { MfaGate } from '../login/MfaGate.tsx';
import { MfaForm } from '../login/MfaForm.tsx';
import { LoginForm } from '../login/LoginForm.tsx';
import { NewFactorForm } from '../login/NewFactorForm.tsx';
import { AccountScreen } from '../ledger/AccountScreen.tsx';
import { AccountsScreen } from '../ledger/AccountsScreen.tsx';
import { ChecksScreen } from '../ledger/ChecksScreen.tsx';
import { TransactionsScreen } from '../ledger/TransactionsScreen.tsx';
import { AddressesScreen } from '../enquiries/AddressesScreen.tsx';
import { CategoriesScreen } from '../content/CategoriesScreen.tsx';
import { EnquiriesScreen } from '../enquiries/EnquiriesScreen.tsx';
import { SamplesScreen } from '../content/SamplesScreen.tsx';
import { SettingsScreen } from '../settings/SettingsScreen.tsx';
import { HealthScreen } from '../health/HealthScreen.tsx';
import { adminPaths } from '../paths.ts';
import { RecordScreen } from '../records/RecordScreen.tsx';
import { RecordsScreen } from '../records/RecordsScreen.tsx';
import { RestoreScreen } from '../restore/RestoreScreen.tsx';
import { AuditScreen } from '../audit/AuditScreen.tsx';
import { QueueScreen } from '../queue/QueueScreen.tsx';
import { UserScreen } from '../users/UserScreen.tsx';
import { UsersScreen } from '../users/UsersScreen.tsx';

/** The MFA gate until the second factor is verified in this session, then the admin area. */
export function AdminApp() {
  const { status } = useSession();
  return (
    <>
      {status === 'guest' && (
        <MfaGate>
          <LoginForm />
        </MfaGate>
      )}
      {status === 'user' && <SignedIn />}
      {status === 'unreachable' && <Unreachable />}
      <ToastRegion />
    </>
  );
}

function SignedIn() {
  const t = useT();
  const { signOut } = useSession();
  const query = useQuery(statusQuery());
  useEffect(watchMfaGate, []);
  if (query.error instanceof CallError && query.error.status === 403)
    return (
      <MfaGate>
        <h1 className="vh">{t('web.admin.title')}</h1>
        <Empty
          title={t('web.admin.notYours')}
          action={<Button onClick={() => void signOut()}>{t('web.admin.logout')}</Button>}
        >
          {query.error.message}
        </Empty>
      </MfaGate>
    );
  if (!query.data)
    return (
      <MfaGate>
        {query.error ? <LoadError error={query.error} onRetry={query.refetch} /> : <Skeleton />}
      </MfaGate>
    );
  const { factor, entered } = query.data;
  if (factor === 'none' || (factor === 'lost' && entered))
    return (
      <MfaGate>
        <NewFactorForm isLost={factor === 'lost'} />
      </MfaGate>
    );
  if (!entered)
    return (
      <MfaGate>
        <MfaForm isLost={factor === 'lost'} />
      </MfaGate>
    );
  return (
    <>
      <AdminBar status={query.data} />
      <SectionTabs role={query.data.role} />
      <AdminRoutes />
    </>
  );
}

function AdminRoutes() {
  const t = useT();
  return (
    <Switch>
      <Route path={adminPaths.users()}>
        <UsersScreen />
      </Route>
      <Route path="/admin/users/:id">
        <UserScreen />
      </Route>
      <Route path={adminPaths.ledger()}>
        <AccountsScreen />
      </Route>
      <Route path="/admin/ledger/accounts/:code">
        <AccountScreen />
      </Route>
      <Route path={adminPaths.txns()}>
        <TransactionsScreen />
      </Route>
      <Route path={adminPaths.checks()}>
        <ChecksScreen />
      </Route>
      <Route path={adminPaths.restore()}>
        <RestoreScreen />
      </Route>
      <Route path={adminPaths.categories()}>
        <CategoriesScreen />
      </Route>
      <Route path={adminPaths.samples()}>
        <SamplesScreen />
      </Route>
      <Route path={adminPaths.addresses()}>
        <AddressesScreen />
      </Route>
      <Route path={adminPaths.enquiries()}>
        <EnquiriesScreen />
      </Route>
      <Route path={adminPaths.settings()}>
        <SettingsScreen />
      </Route>
      <Route path={adminPaths.health()}>
        <HealthScreen />
      </Route>
      {RECORD_KINDS.map((kind) => (
        <Route key={kind} path={adminPaths.records(kind)}>
          <RecordsScreen key={kind} kind={kind} />
        </Route>
      ))}
      {RECORD_KINDS.map((kind) => (
        <Route key={kind} path={`${adminPaths.records(kind)}/:id`}>
          <RecordScreen key={kind} kind={kind} />
        </Route>
      ))}
      <Route path={adminPaths.audit()}>
        <AuditScreen />
      </Route>
      <Route path="/admin/:kind?/:id?">
        <QueueScreen />
      </Route>
      <Route>
        <main className="main wrap" id="main">
          <title>{`${t('web.admin.nothingHere')} · FWS`}</title>
          <h1 className="vh">{t('web.admin.title')}</h1>
          <Empty title={t('web.admin.nothingHere')} />
        </main>
      </Route>
    </Switch>
  );
}

function Unreachable() {
  const t = useT();
  const { reason } = useSession();
  return (
    <MfaGate>
      <h1 className="vh">{t('web.admin.title')}</h1>
      <Empty
        title={t('shell.unreachable')}
        action={
          <Button variant="primary" onClick={() => void loadSession()}>
            {t('ui.tryAgain')}
          </Button>
        }
      >
        {reason}
      </Empty>
    </MfaGate>
  );
}
