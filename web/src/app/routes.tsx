import { lazyScreen } from '../platform/i18n/index.ts';
import { firstRoutes } from './firstRoutes.tsx';
import { payoutRoutes } from './payoutRoutes.tsx';
import { paths } from '../platform/router/paths.ts';
import { withProps, type AppRoute } from './route.ts';

const withDesignPage = import.meta.env.DEV || import.meta.env['VITE_DESIGN_PAGE'];

// Screens with several routes.
const Landing = lazyScreen(['landing'], () => import('../landing/Landing.tsx'));
const LegalScreen = lazyScreen(['legal'], () => import('../domains/legal/screens/LegalScreen.tsx'));
const ContractScreen = lazyScreen(
  ['contracts', 'jobs', 'photos', 'places'],
  () => import('../domains/contracts/screens/ContractScreen.tsx'),
);
const ExperienceScreen = lazyScreen(
  ['profile'],
  () => import('../domains/profile/screens/ExperienceScreen.tsx'),
);
const ReferencesScreen = lazyScreen(
  ['profile'],
  () => import('../domains/profile/screens/ReferencesScreen.tsx'),
);

/**
 * One entry per screen. A screen's code is loaded when it is first opened, this table after the first page. A path may
 * have one screen for guests and another for users.
 */
export const routes: readonly AppRoute[] = [
  ...firstRoutes,
  {
    path: paths.home(),
    guard: 'guest',
    screen: lazyScreen(['landing'], () => import('../landing/LandingScreen.tsx')),
  },
  {
    path: paths.login(),
    guard: 'guest',
    screen: lazyScreen(['identity'], () => import('../domains/identity/screens/LoginScreen.tsx')),
    backdrop: Landing,
  },
  {
    path: paths.register(),
    guard: 'guest',
    screen: lazyScreen(['identity'], () => import('../domains/identity/screens/RegisterScreen.tsx')),
    backdrop: Landing,
  },
  {
    // One screen, so that the list beside a conversation stays.
    path: `${paths.pattern(paths.conversation)}?`,
    guard: 'user',
    screen: lazyScreen(
      ['conversations', 'offline', 'photos', 'safety'],
      () => import('../domains/conversations/screens/Messages.tsx'),
    ),
  },
  {
    path: paths.notifications(),
    guard: 'user',
    screen: lazyScreen(
      ['notifications'],
      () => import('../domains/notifications/screens/NotificationsScreen.tsx'),
    ),
  },
  {
    path: paths.notificationSettings(),
    guard: 'user',
    screen: lazyScreen(
      ['notifications'],
      () => import('../domains/notifications/screens/NotificationSettings.tsx'),
    ),
  },
  {
    path: paths.profile(),
    guard: 'user',
    screen: lazyScreen(
      ['profile', 'identity', 'photos'],
      () => import('../domains/profile/screens/ProfileScreen.tsx'),
    ),
  },
  {
    path: paths.security(),
    guard: 'user',
    screen: lazyScreen(
      ['security', 'identity'],
      () => import('../domains/identity/screens/SecurityScreen.tsx'),
    ),
  },
  {
    path: paths.profileEdit(),
    guard: 'user',
    screen: lazyScreen(['profile', 'places'], () => import('../domains/profile/screens/ProfileEdit.tsx')),
  },
  {
    path: paths.profileUpdate(),
    guard: 'user',
    screen: lazyScreen(['profile', 'places'], () => import('../domains/profile/screens/ProfileUpdate.tsx')),
  },
  { path: paths.experienceEdit(), guard: 'user', screen: ExperienceScreen },
  {
    path: paths.experienceUpdate(),
    guard: 'user',
    screen: withProps(ExperienceScreen, { onboarding: true }),
  },
  { path: paths.referenceEdit(), guard: 'user', screen: ReferencesScreen },
  { path: paths.referenceUpdate(), guard: 'user', screen: withProps(ReferencesScreen, { onboarding: true }) },
  {
    path: paths.resumeEdit(),
    guard: 'user',
    screen: lazyScreen(['profile'], () => import('../domains/profile/screens/ResumeEdit.tsx')),
  },
  { path: paths.terms(), guard: 'any', screen: withProps(LegalScreen, { text: 'terms' }) },
  { path: paths.privacy(), guard: 'any', screen: withProps(LegalScreen, { text: 'privacy' }) },
  { path: paths.about(), guard: 'any', screen: withProps(LegalScreen, { text: 'about' }) },
  {
    path: paths.postJob(),
    guard: 'user',
    screen: lazyScreen(['jobs', 'places', 'photos'], () => import('../domains/jobs/screens/PostJob.tsx')),
  },
  {
    path: paths.postedJobs(),
    guard: 'user',
    screen: lazyScreen(['jobs'], () => import('../domains/jobs/screens/PostedJobs.tsx')),
  },
  {
    path: paths.saved(),
    guard: 'user',
    screen: lazyScreen(['search'], () => import('../domains/search/screens/Saved.tsx')),
  },
  {
    path: paths.pattern(paths.requests),
    guard: 'user',
    screen: lazyScreen(
      ['quotes', 'jobs', 'photos', 'conversations', 'invitations'],
      () => import('../domains/quotes/screens/RequestList.tsx'),
    ),
  },
  {
    path: paths.myQuotes(),
    guard: 'user',
    screen: lazyScreen(
      ['quotes', 'jobs', 'connections', 'invitations'],
      () => import('../domains/quotes/screens/MyQuotes.tsx'),
    ),
  },
  {
    path: paths.pattern(paths.myQuote),
    guard: 'user',
    screen: lazyScreen(['quotes', 'jobs', 'photos'], () => import('../domains/quotes/screens/MyQuote.tsx')),
  },
  {
    path: paths.connects(),
    guard: 'user',
    screen: lazyScreen(['connections'], () => import('../domains/connections/screens/Connects.tsx')),
  },
  {
    path: '/connect-detail',
    guard: 'user',
    screen: lazyScreen(
      ['connections', 'profile', 'safety'],
      () => import('../domains/connections/screens/ConnectDetail.tsx'),
    ),
  },
  {
    path: paths.pattern(paths.person),
    guard: 'user',
    screen: lazyScreen(
      ['connections', 'profile', 'safety'],
      () => import('../domains/connections/screens/UserDetail.tsx'),
    ),
  },
  {
    path: paths.business(),
    guard: 'any',
    screen: lazyScreen(['business'], () => import('../domains/enquiries/screens/Business.tsx')),
  },
  {
    path: paths.pattern(paths.notMe),
    guard: 'any',
    screen: lazyScreen(
      ['alerts', 'payouts', 'identity'],
      () => import('../domains/alerts/screens/NotMe.tsx'),
    ),
  },
  {
    path: paths.disputes(),
    guard: 'user',
    screen: lazyScreen(['disputes'], () => import('../domains/disputes/screens/Disputes.tsx')),
  },
  {
    path: paths.report(),
    guard: 'any',
    screen: lazyScreen(['safety'], () => import('../domains/safety/screens/ReportScreen.tsx')),
  },
  {
    path: paths.reports(),
    guard: 'user',
    screen: lazyScreen(['safety'], () => import('../domains/safety/screens/Reports.tsx')),
  },
  {
    path: paths.takedowns(),
    guard: 'user',
    screen: lazyScreen(['safety'], () => import('../domains/safety/screens/Takedowns.tsx')),
  },
  {
    path: paths.pattern(paths.takedown),
    guard: 'user',
    screen: lazyScreen(['safety'], () => import('../domains/safety/screens/TakedownScreen.tsx')),
  },
  {
    path: paths.blocked(),
    guard: 'user',
    screen: lazyScreen(['safety'], () => import('../domains/safety/screens/BlockedPeople.tsx')),
  },
  ...payoutRoutes,
  {
    path: paths.kycLanguage(),
    guard: 'user',
    screen: lazyScreen(['kyc'], () => import('../domains/kyc/screens/KycLanguage.tsx')),
  },
  {
    path: paths.verifyUser(),
    guard: 'user',
    screen: lazyScreen(['kyc'], () => import('../domains/kyc/screens/VerifyUser.tsx')),
  },
  {
    path: paths.identityCheck(),
    guard: 'user',
    screen: lazyScreen(['kyc', 'identity'], () => import('../domains/kyc/screens/IdentityCheck.tsx')),
  },
  {
    path: paths.name(),
    guard: 'user',
    screen: lazyScreen(['kyc', 'identity'], () => import('../domains/kyc/screens/NameScreen.tsx')),
  },
  {
    path: paths.pattern(paths.awardedJob),
    guard: 'user',
    screen: withProps(ContractScreen, { side: 'poster' }),
  },
  {
    path: paths.myJobs(),
    guard: 'user',
    screen: lazyScreen(['contracts', 'jobs'], () => import('../domains/contracts/screens/MyJobs.tsx')),
  },
  { path: paths.pattern(paths.myJob), guard: 'user', screen: withProps(ContractScreen, { side: 'worker' }) },
  {
    path: paths.reliability(),
    guard: 'user',
    screen: lazyScreen(['reliability'], () => import('../domains/reliability/screens/Reliability.tsx')),
  },
  {
    path: paths.pattern(paths.jobOutcome),
    guard: 'user',
    screen: lazyScreen(['reliability'], () => import('../domains/reliability/screens/JobOutcomeScreen.tsx')),
  },
  {
    path: paths.pattern(paths.reviews),
    guard: 'user',
    screen: lazyScreen(
      ['reviews', 'photos', 'safety'],
      () => import('../domains/reviews/screens/JobReviewsScreen.tsx'),
    ),
  },
  {
    path: paths.pattern(paths.visit),
    guard: 'user',
    screen: lazyScreen(
      ['visits', 'places', 'offline'],
      () => import('../domains/visits/screens/VisitScreen.tsx'),
    ),
  },
  {
    path: paths.pattern(paths.planChange),
    guard: 'user',
    screen: lazyScreen(
      ['contracts', 'jobs', 'quotes'],
      () => import('../domains/contracts/screens/PlanChange.tsx'),
    ),
  },
  {
    path: paths.payingScreen(),
    guard: 'user',
    screen: lazyScreen(['contracts', 'jobs'], () => import('../domains/contracts/screens/PaymentReturn.tsx')),
  },
  {
    path: paths.escrowReturn(),
    guard: 'user',
    screen: lazyScreen(['contracts', 'jobs'], () => import('../domains/contracts/screens/PaymentReturn.tsx')),
  },
  ...(withDesignPage
    ? [
        {
          path: '/_design',
          guard: 'any' as const,
          screen: lazyScreen(['payouts'], () => import('./design/DesignPage.tsx')),
        },
      ]
    : []),
];
