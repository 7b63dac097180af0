import '../safety.css';
import { useQuery } from '@tanstack/react-query';
import type { Takedown } from '@fws/contract/safety/schemas';
import { formatMoment, useT } from '../../../platform/i18n/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { useParams, type Address } from '../../../platform/router/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { ButtonLink, Columns, Consequences, Screen, Sheet, Stone } from '../../../ui/index.ts';
import { takedownQuery } from '../api.ts';
import { AppealSheet } from '../components/AppealSheet.tsx';
import { SnapshotTexts } from '../components/SnapshotTexts.tsx';

/** Why something was taken down, what that means, and the appeal. */
export default function TakedownScreen() {
  const t = useT();
  const { id = '' } = useParams();
  const query = useQuery(takedownQuery(id));
  const takedown = query.data;
  const isSuspended = useUser().suspension !== null;
  return (
    <Screen
      title={takedown ? t(`web.safety.taken.${takedown.subject.type}`) : t('web.safety.taken')}
      windowTitle={takedown && `${t(`web.safety.taken.${takedown.subject.type}`)}, ${takedown.number}`}
      lead={takedown && <Lead takedown={takedown} />}
      back={
        isSuspended
          ? { to: paths.home(), label: t('web.safety.taken.account') }
          : { to: paths.takedowns(), label: t('web.safety.taken') }
      }
      data={query}
    >
      {() =>
        takedown && (
          <Columns aside={<AppealSheet takedown={takedown} />}>
            <Sheet>
              <Why takedown={takedown} />
              {!isSuspended && <Meaning takedown={takedown} />}
            </Sheet>
          </Columns>
        )
      }
    </Screen>
  );
}

TakedownScreen.firstQueries = ({ id }: Address) => [takedownQuery(id)];

function Lead({ takedown: { number, subject, takenDownAt } }: { takedown: Takedown }) {
  const t = useT();
  return (
    <>
      {subject.title} · {t('web.safety.taken.on', { number, date: formatMoment(t, takenDownAt) })}
    </>
  );
}

function Why({ takedown: { reason, words, snapshot } }: { takedown: Takedown }) {
  const t = useT();
  return (
    <>
      <h2 className="sf-h">{t('web.safety.taken.why')}</h2>
      <p>
        <b className="strong">{t(`web.safety.broke.${reason}`)}</b> {t(`web.safety.rule.${reason}`)}
      </p>
      {words !== '' && <p className="sf-words">{t('web.safety.taken.words', { words })}</p>}
      {snapshot.length > 0 && <SnapshotTexts title={t('web.safety.taken.snapshot')} texts={snapshot} />}
    </>
  );
}

/** Nothing of it holds any more once an appeal has put it back. */
function Meaning({ takedown: { subject, appeal } }: { takedown: Takedown }) {
  const t = useT();
  if (appeal.decision === 'put_back') return null;
  return (
    <>
      <h2 className="sf-h">{t('web.safety.taken.means')}</h2>
      <Consequences>
        <li>
          <Stone state="none" number={0} />
          <div>
            <b>{t(`web.safety.gone.${subject.type}`)}</b>
            {t(`web.safety.goneWhy.${subject.type}`)}
          </div>
        </li>
        <li>
          <Stone state="held" number={1} />
          <div>
            <b>{t('web.safety.goesOn')}</b>
            {t('web.safety.goesOnWhy')}
          </div>
        </li>
      </Consequences>
      {subject.type === 'job' && (
        <div className="sf-again">
          <ButtonLink to={paths.postLike(subject.id)}>{t('web.safety.taken.again')}</ButtonLink>
          <p className="sf-note">{t('web.safety.taken.againWhy')}</p>
        </div>
      )}
    </>
  );
}
