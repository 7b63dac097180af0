import type { MessageId } from '../platform/i18n/index.ts';
import type { IconName } from '../ui/index.ts';
import { paths } from './paths.ts';

type Item = { to: string; label: MessageId; icon: IconName };
type MainItem = Item & { short: MessageId };

export const mainItems: readonly MainItem[] = [
  { to: paths.postedJobs(), label: 'shell.posted', short: 'shell.postedShort', icon: 'posted' },
  { to: paths.myQuotes(), label: 'shell.applied', short: 'shell.appliedShort', icon: 'applied' },
  { to: paths.myJobs(), label: 'shell.doing', short: 'shell.doingShort', icon: 'doing' },
];

export const moreItems: readonly Item[] = [
  { to: paths.payment(), label: 'shell.payment', icon: 'book' },
  { to: paths.profile(), label: 'shell.profile', icon: 'user' },
];
