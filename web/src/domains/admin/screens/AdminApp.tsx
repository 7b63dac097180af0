import '../admin.css';
import '../queue.css';
import '../case.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallError } from '../../../platform/client/index.ts';
import { RECORD_KINDS } from '@fws/contract/admin/records/model';
import { useT } from '../../../platform/i18n/index.ts';
import { Route, Switch } from '../../../platform/router/index.ts';
import { loadSession, useSession } from '../../../platform/session/index.ts';
import { Button, Empty, LoadError, Skeleton, ToastRegion } from '../../../ui/index.ts';
import { statusQuery, watchMfaGate } from '../api.ts';
import { AdminBar } from '../components/AdminBar.tsx';
import { SectionTabs } from '../components/SectionTabs.tsx';
import { MfaGate } from '../components/MfaGate.tsx';
import { MfaForm } from '../forms/MfaForm.tsx';
import { LoginForm } from '../forms/LoginForm.tsx';
import { NewFactorForm } from '../forms/NewFactorForm.tsx';
import { Account } from '../ledger/Account.tsx';
import { Accounts } from '../ledger/Accounts.tsx';
import { Checks } from '../ledger/Checks.tsx';
import { Transactions } from '../ledger/Transactions.tsx';
import { Addresses } from '../content/Addresses.tsx';
import { Categories } from '../content/Categories.tsx';
import { Enquiries } from '../content/Enquiries.tsx';
import { Samples } from '../content/Samples.tsx';
import { SettingsScreen } from '../settings/SettingsScreen.tsx';
import { HealthScreen } from '../health/HealthScreen.tsx';
import { adminPaths } from '../paths.ts';
import { RecordScreen } from '../records/RecordScreen.tsx';
import { RecordsScreen } from '../records/RecordsScreen.tsx';
import { RestoreScreen } from '../restore/RestoreScreen.tsx';
import { Audit } from './Audit.tsx';
import { Queue } from './Queue.tsx';
import { User } from './User.tsx';
import { Users } from './Users.tsx';

/** The MFA gate until the second factor is verified in this session, then the admin area. */
export default function AdminApp() {
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
        <Users />
      </Route>
      <Route path="/admin/users/:id">
        <User />
      </Route>
      <Route path={adminPaths.ledger()}>
        <Accounts />
      </Route>
      <Route path="/admin/ledger/accounts/:code">
        <Account />
      </Route>
      <Route path={adminPaths.txns()}>
        <Transactions />
      </Route>
      <Route path={adminPaths.checks()}>
        <Checks />
      </Route>
      <Route path={adminPaths.restore()}>
        <RestoreScreen />
      </Route>
      <Route path={adminPaths.categories()}>
        <Categories />
      </Route>
      <Route path={adminPaths.samples()}>
        <Samples />
      </Route>
      <Route path={adminPaths.addresses()}>
        <Addresses />
      </Route>
      <Route path={adminPaths.enquiries()}>
        <Enquiries />
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
        <Audit />
      </Route>
      <Route path="/admin/:kind?/:id?">
        <Queue />
      </Route>
      <Route>
        <main className="main wrap" id="main">
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
