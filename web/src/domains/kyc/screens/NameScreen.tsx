import '../kyc.css';
import { useQuery } from '@tanstack/react-query';
import type { NameStatus } from '@fws/contract/kyc/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { formatDate, useT } from '../../../platform/i18n/index.ts';
import { Lines, Note, Row, Rows, Screen, Sheet } from '../../../ui/index.ts';
import { nameQuery } from '../api.ts';
import { NameForm } from '../forms/NameForm.tsx';

/** The user's name and the verified one, and the way to ask for a correction. */
export default function NameScreen() {
  const t = useT();
  const query = useQuery(nameQuery());
  return (
    <Screen
      title={t('web.kyc.name.title')}
      back={{ to: paths.profile(), label: t('web.kyc.backToProfile') }}
      data={query}
    >
      {() => query.data && <Parts status={query.data} />}
    </Screen>
  );
}

NameScreen.firstQueries = () => [nameQuery()];

const joinName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();

function Parts({ status }: { status: NameStatus }) {
  const t = useT();
  const [latest] = status.changes;
  return (
    <div className="kyc">
      <Sheet>
        <Lines
          items={[
            { label: t('web.kyc.name.here'), value: joinName(status) },
            {
              label: t('web.kyc.name.verified'),
              value: status.verifiedName || t('web.kyc.name.notVerified'),
            },
          ]}
        />
      </Sheet>
      {latest?.state === 'waiting' ? (
        <Note icon="clock" role="status">
          <b>{t('web.kyc.name.waiting', { name: joinName(latest) })}</b>
          <p className="t2">{t('web.kyc.name.waitingWhy')}</p>
        </Note>
      ) : (
        <>
          {latest?.state === 'refused' && (
            <Note tone="bad" role="status">
              <b>{t('web.kyc.name.refused', { name: joinName(latest) })}</b>
              <p className="t2">{latest.reason}</p>
            </Note>
          )}
          <NameForm status={status} />
        </>
      )}
      {status.changes.length > 0 && (
        <Sheet title={t('web.kyc.name.history')}>
          <Rows>
            {status.changes.map((change) => (
              <Row
                key={change.requestedAt}
                title={joinName(change)}
                detail={`${t(`web.kyc.name.state.${change.state}`)} · ${formatDate(t, change.decidedAt ?? change.requestedAt)}`}
              />
            ))}
          </Rows>
        </Sheet>
      )}
    </div>
  );
}
