import type { RecordEvent, RecordPart } from '@fws/contract/admin/records/schemas';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { Badge, Name } from '../../../ui/index.ts';
import { At } from '../shared/At.tsx';
import { Scroll } from '../shared/Scroll.tsx';
import { adminPaths } from '../paths.ts';
import { actorNames, getStepLabel, getTone } from './labels.ts';

/** A contract's milestones, or an order's payments, refunds and chargebacks with the provider's ids. */
export function Parts({ parts }: { parts: readonly RecordPart[] }) {
  const t = useT();
  if (parts.length === 0) return null;
  return (
    <Scroll label={t('web.admin.parts')}>
      <table className="dt rec">
        <caption className="vh">{t('web.admin.parts')}</caption>
        <thead>
          <tr>
            <th>{t('web.admin.col.title')}</th>
            <th>{t('web.admin.col.state')}</th>
            <th className="n">{t('web.admin.col.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={`${part.subject} ${part.name}`}>
              <td className="rec-id">
                {part.name}
                {part.detail !== '' && <small className="mut">{part.detail}</small>}
              </td>
              <td>
                {part.states.map((state) => (
                  <span key={state} className="rec-who">
                    <Badge tone={getTone(state)}>{getStepLabel(part.subject, state)}</Badge>
                  </span>
                ))}
              </td>
              <td className="n tab-num">{formatRupees(part.amountPaise, { paise: true })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** All steps, oldest first, and who took each. */
export function Steps({ events }: { events: readonly RecordEvent[] }) {
  const t = useT();
  return (
    <Scroll label={t('web.admin.steps')}>
      <table className="dt rec">
        <caption className="vh">{t('web.admin.steps')}</caption>
        <thead>
          <tr>
            <th>{t('web.admin.col.when')}</th>
            <th>{t('web.admin.what')}</th>
            <th>{t('web.admin.col.by')}</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event, index) => (
            <tr key={index}>
              <td className="tab-num at">
                <At at={event.at} />
              </td>
              <td>
                {getStepLabel(event.subject, event.state)}
                {event.amountPaise !== null && <> · {formatRupees(event.amountPaise)}</>}
                {event.name !== '' && <small className="mut rec-id">{event.name}</small>}
              </td>
              <td>
                {event.person ? (
                  <Link to={adminPaths.user(event.person.id)}>
                    <Name>{event.person.name}</Name>
                  </Link>
                ) : (
                  event.by !== 'person' && <span className="mut">{t(actorNames[event.by])}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
