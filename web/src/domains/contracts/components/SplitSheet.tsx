import '../cancelling.css';
import { SPLIT_TURNS_MAX } from '@fws/contract/contracts/model';
import type { Contract, Milestone, Split } from '@fws/contract/contracts/schemas';
import { formatDate, formatRupees, formatTime, useT, type Translate } from '../../../platform/i18n/index.ts';
import { Icon, Sheet, type IconName } from '../../../ui/index.ts';
import { SplitAnswerForm } from './SplitAnswerForm.tsx';
import { SplitFigures } from './SplitFigures.tsx';
import { SplitProposalForm } from './SplitProposalForm.tsx';

type Props = { contract: Contract; milestone: Milestone; split: Split };

/** Started work of a cancelled job: both sides say what it is worth so far. */
export function SplitSheet({ contract, milestone, split }: Props) {
  const t = useT();
  const { proposal } = split;
  const isMine = proposal?.side === contract.side;
  return (
    <Sheet
      title={t('web.contracts.split.title', { number: milestone.position })}
      id={`split-${milestone.id}`}
    >
      <p className="t2 mut">
        {t('web.contracts.split.about', {
          milestone: milestone.name,
          amount: formatRupees(milestone.amountPaise),
        })}
      </p>
      {proposal && (
        <>
          <p className="con-said">
            {t(isMine ? 'web.contracts.split.youProposed' : 'web.contracts.split.theyProposed', {
              name: getName(contract, proposal.side),
              when: formatMoment(t, proposal.at),
            })}
            {proposal.comment !== '' && <q>{proposal.comment}</q>}
          </p>
          <SplitFigures
            contract={contract}
            totalPaise={milestone.amountPaise}
            workerPaise={proposal.workerPaise}
          />
        </>
      )}
      {split.propose.allowed && (
        <SplitProposalForm contract={contract} milestone={milestone} split={split} key={split.version} />
      )}
      {split.agree.allowed && (
        <SplitAnswerForm contract={contract} milestone={milestone} split={split} key={split.version} />
      )}
      {isMine && (
        <p className="con-wait" role="status">
          {t('web.contracts.split.waits', {
            name: getName(contract, contract.side === 'poster' ? 'worker' : 'poster'),
          })}
        </p>
      )}
      <WhatFollows contract={contract} milestone={milestone} split={split} />
      <EarlierTurns contract={contract} split={split} />
    </Sheet>
  );
}

const getName = ({ poster, worker }: Contract, side: 'poster' | 'worker'): string =>
  side === 'poster' ? poster.name : worker.name;

const formatMoment = (t: Translate, at: string): string =>
  t('web.contracts.split.moment', { date: formatDate(t, at, { year: false }), time: formatTime(t, at) });

/** Every way in which it can go on, and by when. */
function WhatFollows({ contract, milestone, split }: Props) {
  const t = useT();
  const amount = formatRupees(milestone.amountPaise);
  const number = milestone.position;
  const items: { icon: IconName; title: string; text: string }[] = [
    {
      icon: 'check',
      title: t('web.contracts.split.ifAgreed'),
      text: t('web.contracts.split.ifAgreedText'),
    },
    {
      icon: 'clock',
      title: t('web.contracts.split.ifNot', { when: formatMoment(t, split.dueAt) }),
      text: split.standsUnanswered
        ? t('web.contracts.split.stands', { name: contract.worker.name, amount })
        : t('web.contracts.split.disputeOpens', { number, amount }),
    },
    ...(split.goesToFws
      ? [
          {
            icon: 'shield' as const,
            title: t('web.contracts.split.mostDone'),
            text: t('web.contracts.split.mostDoneText'),
          },
        ]
      : []),
  ];
  return (
    <ul className="con-split-next">
      {items.map(({ icon, title, text }) => (
        <li key={title}>
          <Icon name={icon} />
          <div>
            <b>{title}</b>
            {text}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The sums that were named before the last one. */
function EarlierTurns({ contract, split: { turns } }: Pick<Props, 'contract' | 'split'>) {
  const t = useT();
  const earlier = turns.slice(0, -1);
  if (earlier.length === 0) return null;
  return (
    <details className="con-done">
      <summary>{t('web.contracts.split.earlier', { turn: turns.length, maximum: SPLIT_TURNS_MAX })}</summary>
      <ol className="con-turns">
        {earlier.map(({ side, workerPaise, comment, at }) => (
          <li key={at}>
            {t('web.contracts.split.turn', {
              name: getName(contract, side),
              amount: formatRupees(workerPaise),
              worker: contract.worker.name,
              when: formatMoment(t, at),
            })}
            {comment !== '' && <q>{comment}</q>}
          </li>
        ))}
      </ol>
    </details>
  );
}
