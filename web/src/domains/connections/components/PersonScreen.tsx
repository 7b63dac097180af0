import '../connections.css';
import { useQuery } from '@tanstack/react-query';
import { formatFullName } from '@fws/contract/connections/model';
import type { PersonView } from '@fws/contract/connections/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useSearchParams } from '../../../platform/router/index.ts';
import { Columns, Name, Screen, StickyBar, Tabs } from '../../../ui/index.ts';
import { MaskedText } from '../../../ui/MaskedText.tsx';
import { personQuery } from '../api.ts';
import { InviteButton } from '../../invitations/index.ts';
import { qualificationNames } from '../../profile/index.ts';
import { PersonReviews } from '../../reviews/index.ts';
import { PersonAside } from './PersonAside.tsx';
import { PersonHead } from './PersonHead.tsx';
import { PersonWork } from './PersonWork.tsx';

const TABS = ['description', 'qualification'] as const;
type Tab = (typeof TABS)[number];

type Props = { userId: string; getTabPath: (tab: Tab) => string };

/** A person, as far as the policy lets the reader see them. */
export function PersonScreen({ userId, getTabPath }: Props) {
  const t = useT();
  const query = useQuery(personQuery(userId));
  const person = query.data;
  return (
    <Screen
      title={t('web.connections.heading')}
      windowTitle={person && `${person.firstName} ${person.lastName}`.trim()}
      back={{ to: paths.connects(), label: t('web.connections.back') }}
      data={query}
    >
      {() =>
        person && (
          <>
            <Columns aside={<PersonAside person={person} />}>
              <PersonHead person={person} />
              <PersonWork person={person} />
              <DescriptionTabs person={person} getTabPath={getTabPath} />
              <PersonReviews person={person} />
            </Columns>
            {person.relation !== 'self' && <InviteBar person={person} />}
          </>
        )
      }
    </Screen>
  );
}

/** On phones: the main action of the page. */
function InviteBar({ person }: { person: PersonView }) {
  const name = formatFullName(person);
  return (
    <StickyBar>
      <b className="person-bar">
        <Name>{name}</Name>
      </b>
      <InviteButton person={{ id: person.id, name }} />
    </StickyBar>
  );
}

/** Their description and their qualification, as tabs. */
function DescriptionTabs({ person, getTabPath }: { person: PersonView; getTabPath: Props['getTabPath'] }) {
  const t = useT();
  const [search] = useSearchParams();
  const current = TABS.find((tab) => tab === search.get('tab')) ?? 'description';
  const qualification = person.qualification === null ? '' : t(qualificationNames[person.qualification]);
  const text = current === 'description' ? person.about : qualification;
  return (
    <section className="sheet person-words">
      <Tabs
        label={t('web.connections.heading')}
        items={TABS.map((tab) => ({ key: tab, to: getTabPath(tab), label: t(`web.connections.${tab}`) }))}
        current={current}
      />
      {text === '' ? (
        <p className="mut">{t('web.connections.nothing')}</p>
      ) : (
        <MaskedText className="person-about" text={text} of="person" />
      )}
    </section>
  );
}
