import type { KeptMessage } from '@fws/contract/admin/reports/schemas';
import { formatMoment, useT } from '../../../platform/i18n/index.ts';

type Props = { message: Pick<KeptMessage, 'text' | 'before' | 'isTakenBack' | 'isTakenDown'> };

/** Who wrote a message, and when. */
export function MessageHead({ message: { by, at } }: { message: Pick<KeptMessage, 'by' | 'at'> }) {
  const t = useT();
  return (
    <>
      {t(`web.admin.${by}`)}
      <br />
      <span className="t2 mut">{formatMoment(t, at)}</span>
    </>
  );
}

/** What a message says and said, for who decides. */
export function MessageWords({ message: { text, before, isTakenBack, isTakenDown } }: Props) {
  const t = useT();
  return (
    <>
      {isTakenBack && <p className="t2 mut">{t('web.admin.conversationTakenBack')}</p>}
      {isTakenDown && <p className="t2 mut">{t('web.admin.conversationTakenDown')}</p>}
      {text !== '' && <p className="adm-text">{text}</p>}
      {before.map((former, index) => (
        <p key={index} className="t2 mut adm-text">
          {t('web.admin.conversationBefore', { text: former })}
        </p>
      ))}
    </>
  );
}
