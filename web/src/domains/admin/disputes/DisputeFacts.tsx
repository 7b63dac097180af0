import type { DisputeCase } from '@fws/contract/admin/disputes/schemas';
import { formatDate, formatMoment, formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { Name, VerifiedMark } from '../../../ui/index.ts';
import { issueNames } from '../../disputes/index.ts';
import { adminPaths } from '../paths.ts';
import { FactTable } from '../shared/FactTable.tsx';
import { DisputeMessages } from './DisputeMessages.tsx';
import { VisitFacts } from './VisitFacts.tsx';
import { LedgerTable } from '../ledger/LedgerTable.tsx';

/** The statements and documents of both sides, and the entries in the ledger. */
export function DisputeFacts({ dispute }: { dispute: DisputeCase }) {
  const t = useT();
  const { job, poster, worker, documents } = dispute;
  const donePercent = job.totalPaise > 0 ? Math.round((job.acceptedPaise * 100) / job.totalPaise) : 0;
  const renderPerson = (side: 'poster' | 'worker', person: DisputeCase['poster']) => (
    <>
      <Link to={adminPaths.user(person.id)}>
        <Name>{person.name}</Name>
      </Link>{' '}
      {person.verified && <VerifiedMark />}
      {dispute.raisedBy === side && <Statement text={dispute.details} />}
      {dispute.comments
        .filter((comment) => comment.by === side)
        .map((comment) => (
          <Statement key={comment.at} text={comment.text} cited={comment.cited} />
        ))}
    </>
  );
  const fwsComments = dispute.comments.filter((comment) => comment.by === 'fws');
  return (
    <>
      <FactTable
        rows={[
          [t('web.admin.issue'), t(issueNames[dispute.issue])],
          [
            t('web.admin.kind.job'),
            <Link key="contract" to={adminPaths.record('contract', String(job.id))}>
              {t('web.admin.jobLine', { number: job.number, amount: formatRupees(job.totalPaise) })}
            </Link>,
          ],
          [t('web.admin.poster'), renderPerson('poster', poster)],
          [t('web.admin.worker'), renderPerson('worker', worker)],
          ...(fwsComments.length > 0
            ? [
                [
                  'FWS',
                  fwsComments.map((comment) => <Statement key={comment.at} text={comment.text} />),
                ] as const,
              ]
            : []),
          [t('web.admin.workDone'), t('web.admin.workDoneShare', { share: donePercent })],
          [
            t('web.admin.papers'),
            documents.length === 0
              ? t('web.admin.noPapers', { date: formatDate(t, dispute.documentsDueAt) })
              : documents.map((file) => (
                  <a key={file.url} className="adm-paper" href={file.url} target="_blank" rel="noreferrer">
                    {file.name}
                  </a>
                )),
          ],
        ]}
      />
      {dispute.visit && <VisitFacts visit={dispute.visit} />}
      <DisputeMessages dispute={dispute} />
      <LedgerTable title={t('web.admin.ledgerOf', { number: job.number })} entries={dispute.ledger} />
    </>
  );
}

function Statement({ text, cited }: { text: string; cited?: DisputeCase['comments'][number]['cited'] }) {
  const t = useT();
  const parts = cited && [
    cited.text,
    cited.photos > 0 ? t('web.disputes.citedPhotos', { count: cited.photos }) : '',
    cited.fileName,
  ];
  return (
    <>
      {text !== '' && <p className="mut adm-says">“{text}”</p>}
      {cited && (
        <p className="mut adm-says">
          {t('web.admin.cited', { by: t(`web.admin.${cited.by}`), at: formatMoment(t, cited.sentAt) })}{' '}
          {parts?.filter(Boolean).join(' · ')}
        </p>
      )}
    </>
  );
}
