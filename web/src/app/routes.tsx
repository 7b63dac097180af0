import type { ComponentType } from 'react';
import JobsList from '../domains/jobs/screens/JobsList.tsx';
import { later } from '../platform/i18n/index.ts';
import { paths } from './paths.ts';

type Guard = 'user' | 'guest' | 'any';
export type AppRoute = { path: string; guard: Guard; screen: ComponentType };

const withDesignPage = import.meta.env.DEV || import.meta.env['VITE_DESIGN_PAGE'];

/**
 * One line for each screen. The jobs list is part of what is loaded first, all others come later. A path may have
 * one screen for guests and another for users.
 */
export const routes: readonly AppRoute[] = [
  { path: paths.home(), guard: 'guest', screen: later(() => import('../landing/LandingScreen.tsx')) },
  {
    path: paths.login(),
    guard: 'guest',
    screen: later(() => import('../domains/identity/screens/LoginScreen.tsx')),
  },
  {
    path: paths.register(),
    guard: 'guest',
    screen: later(() => import('../domains/identity/screens/RegisterScreen.tsx')),
  },
  {
    path: paths.notifications(),
    guard: 'user',
    screen: later(() => import('../domains/notifications/screens/NotificationsScreen.tsx')),
  },
  {
    path: paths.profile(),
    guard: 'user',
    screen: later(() => import('../domains/profile/screens/ProfileScreen.tsx')),
  },
  {
    path: paths.terms(),
    guard: 'any',
    screen: later(() => import('../domains/legal/screens/TermsScreen.tsx')),
  },
  {
    path: paths.privacy(),
    guard: 'any',
    screen: later(() => import('../domains/legal/screens/PrivacyScreen.tsx')),
  },
  {
    path: paths.about(),
    guard: 'any',
    screen: later(() => import('../domains/legal/screens/AboutScreen.tsx')),
  },
  { path: paths.home(), guard: 'user', screen: JobsList },
  {
    path: paths.pattern(paths.job),
    guard: 'user',
    screen: later(() => import('../domains/quotes/screens/JobDetail.tsx')),
  },
  {
    path: paths.postJob(),
    guard: 'user',
    screen: later(() => import('../domains/jobs/screens/PostJob.tsx')),
  },
  {
    path: paths.postedJobs(),
    guard: 'user',
    screen: later(() => import('../domains/jobs/screens/PostedJobs.tsx')),
  },
  {
    path: paths.pattern(paths.requests),
    guard: 'user',
    screen: later(() => import('../domains/quotes/screens/RequestList.tsx')),
  },
  {
    path: paths.myQuotes(),
    guard: 'user',
    screen: later(() => import('../domains/quotes/screens/MyQuotes.tsx')),
  },
  {
    path: paths.payment(),
    guard: 'user',
    screen: later(() => import('../domains/payouts/screens/Payment.tsx')),
  },
  {
    path: paths.withdraw(),
    guard: 'user',
    screen: later(() => import('../domains/payouts/screens/Withdraw.tsx')),
  },
  {
    path: paths.payout(),
    guard: 'user',
    screen: later(() => import('../domains/payouts/screens/PayoutWay.tsx')),
  },
  {
    path: paths.bankList(),
    guard: 'user',
    screen: later(() => import('../domains/payouts/screens/BankList.tsx')),
  },
  {
    path: paths.upiList(),
    guard: 'user',
    screen: later(() => import('../domains/payouts/screens/UpiList.tsx')),
  },
  {
    path: paths.addBank(),
    guard: 'user',
    screen: later(() => import('../domains/payouts/screens/AddBank.tsx')),
  },
  {
    path: paths.addUpi(),
    guard: 'user',
    screen: later(() => import('../domains/payouts/screens/AddUpi.tsx')),
  },
  {
    path: paths.identityCheck(),
    guard: 'user',
    screen: later(() => import('../domains/kyc/screens/IdentityCheck.tsx')),
  },
  {
    path: paths.pattern(paths.awardedJob),
    guard: 'user',
    screen: later(() => import('../domains/contracts/screens/AwardedJob.tsx')),
  },
  {
    path: paths.myJobs(),
    guard: 'user',
    screen: later(() => import('../domains/contracts/screens/MyJobs.tsx')),
  },
  {
    path: paths.pattern(paths.myJob),
    guard: 'user',
    screen: later(() => import('../domains/contracts/screens/MyJob.tsx')),
  },
  {
    path: paths.payingScreen(),
    guard: 'user',
    screen: later(() => import('../domains/contracts/screens/PaymentReturn.tsx')),
  },
  {
    path: paths.escrowReturn(),
    guard: 'user',
    screen: later(() => import('../domains/contracts/screens/PaymentReturn.tsx')),
  },
  ...(withDesignPage
    ? [{ path: '/_design', guard: 'any' as const, screen: later(() => import('./design/DesignPage.tsx')) }]
    : []),
];
