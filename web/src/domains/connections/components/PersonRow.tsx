import type { PersonView } from '@fws/contract/connections/schemas';
import { formatFullName } from '@fws/contract/connections/model';
import { paths } from '../../../platform/router/paths.ts';
import { MaskedWords } from '../../../ui/MaskedText.tsx';
import { useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { Avatar, Icon, Name, Rating, ReliabilityLine } from '../../../ui/index.ts';
import { ConnectButton } from './ConnectButton.tsx';

/** One person in a list: who, their skills, and a button to connect. */
export function PersonRow({ person }: { person: PersonView }) {
  const t = useT();
  const name = formatFullName(person);
  return (
    <li className="person-row">
      <Avatar name={name} photo={person.image} verified={person.verified} />
      <div className="person-text">
        <h2 className="person-name">
          <Link to={paths.connectDetail(person.id)}>
            <Name>{name}</Name>
          </Link>
        </h2>
        {person.skills.length > 0 && (
          <p className="t2">
            <MaskedWords text={person.skills.join(', ')} />
          </p>
        )}
        <p className="person-facts t2 mut">
          {person.location !== '' && (
            <span>
              <Icon name="pin" size="sm" />
              {person.location}
            </span>
          )}
          {person.rating !== null && <Rating value={person.rating} />}
          <ReliabilityLine value={person.reliability.asWorker} />
          {person.completedProjects > 0 && (
            <span>{t('web.connections.projects', { count: person.completedProjects })}</span>
          )}
          {person.totalConnects > 0 && (
            <span>{t('web.connections.connects', { count: person.totalConnects })}</span>
          )}
        </p>
      </div>
      <ConnectButton person={person} />
    </li>
  );
}
