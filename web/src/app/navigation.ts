import type { MessageId } from '../platform/i18n/index.ts';
import type { IconName } from '../ui/index.ts';
import { paths } from '../platform/router/paths.ts';

type Item = { to: string; label: MessageId; icon: IconName; pages: readonly string[] };
type MainItem = Item & { short: MessageId };

/** `pages`: the prefixes of the addresses of the screens below the item. */
export const mainItems: readonly MainItem[] = [
  {
    to: paths.postedJobs(),
    label: 'shell.posted',
    short: 'shell.postedShort',
    icon: 'posted',
    pages: [paths.requests(''), paths.awardedJob(''), paths.payingScreen(), paths.escrowReturn()],
  },
  {
    to: paths.myQuotes(),
    label: 'shell.applied',
    short: 'shell.appliedShort',
    icon: 'applied',
    pages: [paths.myQuote('')],
  },
  {
    to: paths.myJobs(),
    label: 'shell.doing',
    short: 'shell.doingShort',
    icon: 'doing',
    pages: [paths.myJob('')],
  },
];

/** The worker's home. On phones it is in the bar at the top, otherwise the first of the main items. */
export const findItem: Item = { to: paths.home(), label: 'shell.findJobs', icon: 'search', pages: [] };

/** In the bar at the top, with the number of what is unread. Their labels say it in words. */
export const messagesItem: Item = {
  to: paths.conversations(),
  label: 'shell.messages',
  icon: 'chat',
  pages: [paths.conversation('')],
};
export const notificationsItem: Item = {
  to: paths.notifications(),
  label: 'shell.notifications',
  icon: 'bell',
  pages: [],
};

export const moreItems: readonly Item[] = [
  { to: paths.saved(), label: 'shell.saved', icon: 'bookmark', pages: [] },
  { to: paths.business(), label: 'shell.business', icon: 'bizz', pages: [] },
  {
    to: paths.payment(),
    label: 'shell.payment',
    icon: 'book',
    pages: [
      paths.withdraw(),
      paths.payout(),
      paths.bankList(),
      paths.addBank(),
      paths.updateBank(),
      paths.upiList(),
      paths.addUpi(),
      paths.updateUpi(),
    ],
  },
  {
    to: paths.profile(),
    label: 'shell.profile',
    icon: 'user',
    pages: [
      paths.profileEdit(),
      paths.profileUpdate(),
      paths.experienceEdit(),
      paths.experienceUpdate(),
      paths.referenceEdit(),
      paths.referenceUpdate(),
      paths.resumeEdit(),
      paths.identityCheck(),
    ],
  },
  { to: paths.security(), label: 'shell.security', icon: 'lock', pages: [] },
  { to: paths.notificationSettings(), label: 'shell.notificationSettings', icon: 'bell', pages: [] },
  {
    to: paths.connects(),
    label: 'shell.connect',
    icon: 'users',
    pages: ['/connect-detail', paths.person('')],
  },
  { to: paths.disputes(), label: 'shell.disputes', icon: 'hand', pages: [] },
  {
    to: paths.reports(),
    label: 'shell.reports',
    icon: 'flag',
    pages: [paths.takedowns(), paths.blocked()],
  },
];

/** True on the item's own screen and on those below it. */
export const isAt = ({ to, pages }: Pick<Item, 'to' | 'pages'>, pathname: string): boolean =>
  pathname === to || pages.some((page) => pathname.startsWith(page));
