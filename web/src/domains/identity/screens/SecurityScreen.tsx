import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Columns, Screen, type ScreenData } from '../../../ui/index.ts';
import { factorsQuery, securityLogQuery, sessionPages } from '../api.ts';
import { EventsPanel } from '../security/EventsPanel.tsx';
import { PasswordPanel } from '../security/PasswordPanel.tsx';
import { SecondStepPanel } from '../security/SecondStepPanel.tsx';
import { SessionsPanel } from '../security/SessionsPanel.tsx';

/** Where the user is signed in, what happened to the account, and how a login is proven. */
export default function SecurityScreen() {
  const t = useT();
  const list = useInfiniteQuery(sessionPages());
  const log = useQuery(securityLogQuery());
  const secondFactors = useQuery(factorsQuery());
  return (
    <Screen
      title={t('security.title')}
      back={{ to: paths.profile(), label: t('shell.profile') }}
      data={combineQueries(list, log, secondFactors)}
    >
      {() =>
        list.data &&
        log.data &&
        secondFactors.data && (
          <Columns
            aside={
              <>
                <SecondStepPanel factors={secondFactors.data} />
                <PasswordPanel events={log.data} />
              </>
            }
          >
            <SessionsPanel sessions={list.data.pages.flatMap((page) => page.items)} list={list} />
            <EventsPanel events={log.data} />
          </Columns>
        )
      }
    </Screen>
  );
}

SecurityScreen.firstQueries = () => [sessionPages(), securityLogQuery(), factorsQuery()];

/** Combined, because each part is of no use without the others. */
const combineQueries = (...parts: ScreenData[]): ScreenData => ({
  isPending: parts.some((part) => part.isPending),
  error: parts.find((part) => part.error)?.error ?? null,
  refetch: () => Promise.all(parts.map((part) => part.refetch())),
  dataUpdatedAt: Math.min(...parts.map((part) => part.dataUpdatedAt)),
});
