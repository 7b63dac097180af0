import { formatFullName } from '@fws/contract/connections/model';
import type { PersonView } from '@fws/contract/connections/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { InviteButton } from '../../invitations/index.ts';
import { ButtonLink, Facts, Sheet, type Fact } from '../../../ui/index.ts';

/**
 * For a stranger: what a connection would see. For a connection: those details, and what a connection is good
 * for.
 */
export function PersonAside({ person }: { person: PersonView }) {
  switch (person.relation) {
    case 'stranger':
      return (
        <>
          <HaveWork person={person} />
          <WhenConnected />
        </>
      );
    case 'connection':
      return (
        <>
          <HaveWork person={person} />
          <More person={person} />
          <ShareJobs />
        </>
      );
    case 'self':
      return <More person={person} />;
  }
}

/** At a desk. A phone has a bar for it. */
function HaveWork({ person }: { person: PersonView }) {
  const t = useT();
  const name = person.firstName;
  return (
    <div className="only-d">
      <Sheet title={t('web.connections.haveWork', { name })}>
        <p className="t2 mut person-have">{t('web.connections.haveWorkText', { name })}</p>
        <InviteButton person={{ id: person.id, name: formatFullName(person) }} block />
      </Sheet>
    </div>
  );
}

function WhenConnected() {
  const t = useT();
  return (
    <Sheet title={t('web.connections.ifConnected')}>
      <p className="t2 mut">{t('web.connections.ifConnectedText')}</p>
    </Sheet>
  );
}

function ShareJobs() {
  const t = useT();
  return (
    <Sheet title={t('web.connections.shareJobs')}>
      <p className="t2 mut">{t('web.connections.shareJobsHow')}</p>
      <ButtonLink to={paths.home()} block className="person-to-jobs">
        {t('shell.findJobs')}
      </ButtonLink>
    </Sheet>
  );
}

function More({ person }: { person: PersonView }) {
  const t = useT();
  const facts: Fact[] = [];
  if (person.nativeLocation !== '')
    facts.push({ label: t('web.connections.native'), value: person.nativeLocation, wide: true });
  if (person.companies.length > 0)
    facts.push({
      label: t('web.connections.companies'),
      value: (
        <ul>
          {person.companies.map((company) => (
            <li key={company}>{company}</li>
          ))}
        </ul>
      ),
      wide: true,
    });
  if (facts.length === 0) return null;
  return (
    <Sheet title={t('web.connections.more')}>
      <Facts items={facts} />
    </Sheet>
  );
}
