import { useT } from '../../../platform/i18n/index.ts';
import { Consequences, Stone } from '../../../ui/index.ts';

/** What it means for an author that FWS has hidden something, and what goes on as before. */
export function Effects({ what, why }: { what: string; why: string }) {
  const t = useT();
  return (
    <>
      <h2 className="sf-h">{t('web.safety.taken.means')}</h2>
      <Consequences>
        <li>
          <Stone state="none" number={0} />
          <div>
            <b>{what}</b>
            {why}
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
    </>
  );
}
