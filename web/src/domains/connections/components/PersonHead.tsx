import { useState } from 'react';
import type { PersonView } from '@fws/contract/connections/schemas';
import { formatFullName } from '@fws/contract/connections/model';
import { pickCurrent } from '@fws/contract/profile/availability/model';
import { toIstDate } from '@fws/contract/platform/dates';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import {
  Avatar,
  Button,
  ButtonLink,
  Icon,
  Name,
  Rating,
  ReliabilityLine,
  VerifiedMark,
} from '../../../ui/index.ts';
import { AvailabilityText } from '../../profile/index.ts';
import { BlockButton, ReportButton } from '../../safety/index.ts';
import { ConnectButton } from './ConnectButton.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';

/** Who the person is, and the reader's relation to them. */
export function PersonHead({ person }: { person: PersonView }) {
  const t = useT();
  const name = formatFullName(person);
  const [today] = useState(() => toIstDate(new Date()));
  const [removing, setRemoving] = useState(false);
  return (
    <section className="sheet">
      <div className="person-head">
        <Avatar name={name} photo={person.image} size="l" />
        <div>
          <h2 className="person-title">
            <Name>{name}</Name>
          </h2>
          {person.verified && <VerifiedMark />}
          {person.location !== '' && (
            <p className="person-line t2 mut">
              <Icon name="pin" size="sm" />
              {person.location}
            </p>
          )}
          <WebLink link={person.webLink} />
          <AvailabilityText availability={pickCurrent(person.availability, today)} />
          <p className="person-facts t2">
            {person.rating === null ? (
              <span className="mut">{t('web.connections.notRated')}</span>
            ) : (
              <Rating value={person.rating} />
            )}
            <span>{t('web.connections.connects', { count: person.totalConnects })}</span>
            <ReliabilityLine value={person.reliability.asWorker} />
          </p>
          {person.reliability.asPoster && (
            <p className="t2 mut">
              {t('web.connections.asPoster')} <ReliabilityLine value={person.reliability.asPoster} />
            </p>
          )}
        </div>
      </div>
      <div className="person-buttons">
        <ConnectButton person={person} />
        {person.relation === 'connection' && (
          <Button variant="quiet" onClick={() => setRemoving(true)}>
            {t('web.connections.remove')}
          </Button>
        )}
        {person.relation === 'self' && (
          <ButtonLink to={paths.profile()}>{t('web.connections.own')}</ButtonLink>
        )}
        {person.relation !== 'self' && (
          <>
            <ReportButton subject={{ type: 'user', id: person.id, title: name, author: person.firstName }} />
            <BlockButton userId={person.id} name={name} />
          </>
        )}
      </div>
      {removing && <RemoveDialog person={person} onClose={() => setRemoving(false)} />}
    </section>
  );
}

/** A person's own website. Only http and https links are rendered. */
function WebLink({ link }: { link: string }) {
  const t = useT();
  if (!/^https?:\/\//i.test(link)) return null;
  return (
    <p className="person-line t2">
      <Icon name="link" size="sm" />
      <a href={link} target="_blank" rel="noopener noreferrer nofollow">
        {link.replace(/^https?:\/\//i, '').replace(/\/$/, '')}{' '}
        <span className="vh">{t('web.connections.newTab')}</span>
      </a>
    </p>
  );
}
