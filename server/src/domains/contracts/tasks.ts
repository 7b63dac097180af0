import type { Deps } from '../../platform/domain.ts';
import { getPayloadNumber, type Tasks } from '../../platform/queue/index.ts';
import { autoRelease, watchReleases } from './auto-release/service.ts';

export const tasks = (deps: Deps): Tasks => ({
  watch_releases: () => watchReleases(deps),
  auto_release: (payload) => autoRelease(deps, getPayloadNumber(payload, 'milestoneId')),
});

export const crontab = ['*/5 * * * * watch_releases'];
