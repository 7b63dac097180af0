import type { FraudKind } from '@fws/contract/conversations/model';
import { useT } from '../../../platform/i18n/index.ts';
import { Note } from '../../../ui/index.ts';
import { BlockButton, ReportButton } from '../../safety/index.ts';

type Props = {
  kind: FraudKind;
  /** Names the message for a report; null: the reader wrote it. */
  reportId: string | null;
  /** The other side. */
  person: { id: number; name: string };
};

/** Warns of a message that has the words of a known fraud. */
export function FraudNote({ kind, reportId, person }: Props) {
  const t = useT();
  if (reportId === null)
    return (
      <Note tone="warn" role="status">
        {t('web.conversations.fraud.own')} {t(`web.conversations.fraud.${kind}`)}
      </Note>
    );
  return (
    <Note tone="bad" role="status">
      <b>{t('web.conversations.fraud')}</b>
      <p>{t(`web.conversations.fraud.${kind}`)}</p>
      <div className="talk-fraud">
        <ReportButton subject={{ type: 'message', id: reportId }} name={person.name} />
        <BlockButton userId={person.id} name={person.name} />
      </div>
    </Note>
  );
}
