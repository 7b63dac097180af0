import '../safety.css';
import { useQuery } from '@tanstack/react-query';
import type { Takedown } from '@fws/contract/safety/schemas';
import { formatMoment, useT, type MessageId } from '../../../platform/i18n/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { useParams, type Address } from '../../../platform/router/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { ButtonLink, Columns, Screen, Sheet } from '../../../ui/index.ts';
import { takedownQuery } from '../api.ts';
import { AskedChange, isChangeable } from '../components/AskedChange.tsx';
import { AppealSheet } from '../components/AppealSheet.tsx';
import { Effects } from '../components/Effects.tsx';
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
      title={takedown ? t(getTitle(takedown)) : t('web.safety.taken')}
      windowTitle={takedown && `${t(getTitle(takedown))}, ${takedown.number}`}
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
              {!isSuspended &&
                (takedown.change ? <AskedChange takedown={takedown} /> : <Meaning takedown={takedown} />)}
            </Sheet>
          </Columns>
        )
      }
    </Screen>
  );
}

TakedownScreen.firstQueries = ({ id }: Address) => [takedownQuery(id)];

/** Photos and reviews are taken down, because their authors cannot edit them. */
const getTitle = ({ subject: { type }, change }: Takedown): MessageId =>
  change && isChangeable(type) ? `web.safety.asked.${type}` : `web.safety.taken.${type}`;

function Lead({ takedown: { number, subject, takenDownAt, change } }: { takedown: Takedown }) {
  const t = useT();
  return (
    <>
      {subject.title} ·{' '}
      {t(change ? 'web.safety.asked.on' : 'web.safety.taken.on', {
        number,
        date: formatMoment(t, takenDownAt),
      })}
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
      <Effects what={t(`web.safety.gone.${subject.type}`)} why={t(`web.safety.goneWhy.${subject.type}`)} />
      {subject.type === 'job' && (
        <div className="sf-again">
          <ButtonLink to={paths.postLike(subject.id)}>{t('web.safety.taken.again')}</ButtonLink>
          <p className="sf-note">{t('web.safety.taken.againWhy')}</p>
        </div>
      )}
    </>
  );
}
