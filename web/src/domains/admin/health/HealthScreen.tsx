import '../backoffice.css';
import { useQuery } from '@tanstack/react-query';
import { HEALTH_PARTS, type HealthLevel } from '@fws/contract/admin/health/model';
import type { Health } from '@fws/contract/admin/health/schemas';
import { formatTime, useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { Badge, Screen, type IconName } from '../../../ui/index.ts';
import { Scroll } from '../shared/Scroll.tsx';
import { adminPaths } from '../paths.ts';
import { healthQuery } from './api.ts';
import { listHealthFacts } from './facts.ts';
import { formatDuration, formatNumber } from '../shared/format.ts';

const levelBadges: Record<HealthLevel, { tone: 'released' | 'held' | 'stop'; icon: IconName }> = {
  ok: { tone: 'released', icon: 'check' },
  warning: { tone: 'held', icon: 'eye' },
  bad: { tone: 'stop', icon: 'alert' },
};

/** The health of the product on one page, refreshed while it is open. */
export function HealthScreen() {
  const t = useT();
  const query = useQuery(healthQuery());
  return (
    <Screen
      title={t('web.backoffice.health.title')}
      lead={query.data && t('web.backoffice.health.asOf', { time: formatTime(t, query.data.at) })}
      data={query}
    >
      {() =>
        query.data && (
          <>
            <Parts health={query.data} />
            <Tasks health={query.data} />
          </>
        )
      }
    </Screen>
  );
}

function Parts({ health }: { health: Health }) {
  const t = useT();
  const facts = listHealthFacts(health, t);
  return (
    <div className="sheet">
      <table className="dt of-parts">
        <caption className="vh">{t('web.backoffice.health.parts')}</caption>
        <tbody>
          {HEALTH_PARTS.map((part) => {
            const { tone, icon } = levelBadges[health.levels[part]];
            return (
              <tr key={part}>
                <th scope="row">{t(`web.backoffice.health.part.${part}`)}</th>
                <td>
                  <Badge tone={tone} icon={icon}>
                    {t(`web.backoffice.health.level.${health.levels[part]}`)}
                  </Badge>
                </td>
                <td className="of-facts">
                  {facts[part].map((fact) => (
                    <span key={fact}>{fact}</span>
                  ))}
                  {part === 'payouts' && health.payouts.pausedSince !== null && (
                    <Link to={adminPaths.restore()}>{t('web.backoffice.restore.title')}</Link>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Renders nothing for an empty queue. */
function Tasks({ health: { queue } }: { health: Health }) {
  const t = useT();
  if (queue.tasks.length === 0) return null;
  const formatCount = (value: number) =>
    value >= queue.countedTo
      ? t('web.backoffice.health.atLeast', { count: formatNumber(value) })
      : formatNumber(value);
  return (
    <>
      <h2 className="of-h">{t('web.backoffice.health.byTask')}</h2>
      <Scroll label={t('web.backoffice.health.byTask')}>
        <table className="dt">
          <thead>
            <tr>
              <th>{t('web.backoffice.health.task')}</th>
              <th className="n">{t('web.backoffice.health.dueNow')}</th>
              <th className="n">{t('web.backoffice.health.waited')}</th>
              <th className="n">{t('web.backoffice.health.triedAgain')}</th>
              <th className="n">{t('web.backoffice.health.gaveUp')}</th>
            </tr>
          </thead>
          <tbody>
            {queue.tasks.map((task) => (
              <tr key={task.task}>
                <td>{task.task}</td>
                <td className="n tab-num">{formatCount(task.due)}</td>
                <td className="n tab-num">{task.oldestMs === null ? '–' : formatDuration(task.oldestMs)}</td>
                <td className="n tab-num">{formatCount(task.failing)}</td>
                <td className="n tab-num">{formatCount(task.givenUp)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}
