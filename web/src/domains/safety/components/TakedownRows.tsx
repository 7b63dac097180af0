import type { Takedown } from '@fws/contract/safety/schemas';
import { formatDate, useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { Badge, Icon, LoadMore, Row, Rows, type PagedList } from '../../../ui/index.ts';
import { subjectIcons } from '../labels.ts';

/** What was taken down, each with a link to the reason and the appeal. `list`: loads more of them. */
export function TakedownRows({ takedowns, list }: { takedowns: readonly Takedown[]; list: PagedList }) {
  return (
    <>
      <Rows>
        {takedowns.map((takedown) => (
          <TakedownRow key={takedown.id} takedown={takedown} />
        ))}
      </Rows>
      <LoadMore list={list} />
    </>
  );
}

function TakedownRow({ takedown }: { takedown: Takedown }) {
  const t = useT();
  const { id, number, subject, reason, takenDownAt } = takedown;
  return (
    <Row
      icon={subjectIcons[subject.type]}
      title={<Link to={paths.takedown(id)}>{subject.title}</Link>}
      detail={
        <>
          {t(`web.safety.what.${subject.type}`)} · {t(`web.safety.reason.${reason}`)}
          <br />
          {t(takedown.change ? 'web.safety.asked.on' : 'web.safety.taken.on', {
            number,
            date: formatDate(t, takenDownAt),
          })}
          <AppealState appeal={takedown.appeal} />
        </>
      }
    />
  );
}

function AppealState({ appeal }: { appeal: Takedown['appeal'] }) {
  const t = useT();
  const { decision, answerBy, mayAppeal, until } = appeal;
  if (decision !== null)
    return (
      <Line>
        <Badge>{t(`web.safety.appeal.${decision}`)}</Badge>
      </Line>
    );
  if (answerBy !== null)
    return (
      <Line>
        <Icon name="clock" size="sm" /> {t('web.safety.appeal.waits', { date: formatDate(t, answerBy) })}
      </Line>
    );
  return mayAppeal.allowed && <Line>{t('web.safety.appeal.open', { date: formatDate(t, until) })}</Line>;
}

const Line = ({ children }: { children: React.ReactNode }) => (
  <>
    <br />
    {children}
  </>
);
