import { lazyScreen } from '../platform/i18n/index.ts';
import { Route, Switch } from '../platform/router/index.ts';
import { paths } from '../platform/router/paths.ts';

const Suspended = lazyScreen(['payouts', 'safety'], () => import('../domains/payouts/screens/Suspended.tsx'));
const AddBank = lazyScreen(['payouts'], () => import('../domains/payouts/screens/AddBank.tsx'));
const AddUpi = lazyScreen(['payouts'], () => import('../domains/payouts/screens/AddUpi.tsx'));
const Takedown = lazyScreen(['safety'], () => import('../domains/safety/screens/TakedownScreen.tsx'));

/** All that a suspended person can open. Whatever address they come by, they see what they can do. */
export default function SuspendedScreens() {
  return (
    <Switch>
      <Route path={paths.addBank()}>
        <AddBank />
      </Route>
      <Route path={paths.addUpi()}>
        <AddUpi />
      </Route>
      <Route path={paths.pattern(paths.takedown)}>
        <Takedown />
      </Route>
      <Route>
        <Suspended />
      </Route>
    </Switch>
  );
}
