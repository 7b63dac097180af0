import type { ReportCase } from '@fws/contract/admin/reports/schemas';
import { formatMoment, useT } from '../../../platform/i18n/index.ts';
import { SnapshotTexts } from '../../safety/index.ts';
import { findChanges } from './findChanges.ts';

type Text = ReportCase['snapshot'][number];
type Props = { reportCase: Pick<ReportCase, 'snapshot' | 'now' | 'openedAt' | 'asked'> };

/** The copy of what was seen and, where it was changed since, what it says now; each marks what the other has not. */
export function ReportedTexts({ reportCase: { snapshot, now, openedAt, asked } }: Props) {
  const t = useT();
  const date = formatMoment(t, asked?.at ?? openedAt);
  if (now === null)
    return <SnapshotTexts title={t('web.admin.reports.unchanged', { date })} texts={snapshot} />;
  return (
    <>
      <SnapshotTexts
        title={t('web.admin.reports.changed', { date })}
        texts={snapshot}
        renderText={(text) => <Marked text={text.text} other={findText(now, text)} />}
      />
      <SnapshotTexts
        title={t('web.admin.reports.now')}
        texts={now}
        renderText={(text) => <Marked text={text.text} other={findText(snapshot, text)} />}
      />
    </>
  );
}

const findText = (texts: readonly Text[], { name }: Text): string =>
  texts.find((other) => other.name === name)?.text ?? '';

const Marked = ({ text, other }: { text: string; other: string }) =>
  findChanges(text, other).map(({ value, isChanged }, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- parts of one text, always computed together
    isChanged ? <mark key={index}>{value}</mark> : value,
  );
