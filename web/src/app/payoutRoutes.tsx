import { lazyScreen } from '../platform/i18n/index.ts';
import { paths } from '../platform/router/paths.ts';
import { withProps, type AppRoute } from './route.ts';

const SavedAccounts = lazyScreen(['payouts'], () => import('../domains/payouts/screens/SavedAccounts.tsx'));

/** The wallet, and the accounts that it pays to. */
export const payoutRoutes: readonly AppRoute[] = [
  {
    path: paths.payment(),
    guard: 'user',
    screen: lazyScreen(['payouts'], () => import('../domains/payouts/screens/Payment.tsx')),
  },
  {
    path: paths.withdraw(),
    guard: 'user',
    screen: lazyScreen(['payouts'], () => import('../domains/payouts/screens/Withdraw.tsx')),
  },
  {
    path: paths.payout(),
    guard: 'user',
    screen: lazyScreen(['payouts'], () => import('../domains/payouts/screens/PayoutWay.tsx')),
  },
  { path: paths.bankList(), guard: 'user', screen: withProps(SavedAccounts, { kind: 'bank' }) },
  { path: paths.upiList(), guard: 'user', screen: withProps(SavedAccounts, { kind: 'upi' }) },
  {
    path: paths.addBank(),
    guard: 'user',
    screen: lazyScreen(['payouts'], () => import('../domains/payouts/screens/AddBank.tsx')),
  },
  {
    path: paths.addUpi(),
    guard: 'user',
    screen: lazyScreen(['payouts'], () => import('../domains/payouts/screens/AddUpi.tsx')),
  },
  {
    path: paths.updateBank(),
    guard: 'user',
    screen: lazyScreen(['payouts'], () => import('../domains/payouts/screens/UpdateBank.tsx')),
  },
  {
    path: paths.updateUpi(),
    guard: 'user',
    screen: lazyScreen(['payouts'], () => import('../domains/payouts/screens/UpdateUpi.tsx')),
  },
];
