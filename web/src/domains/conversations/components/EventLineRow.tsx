import type { EventLine } from '@fws/contract/conversations/schemas';
import { formatRupees, formatTime, useT } from '../../../platform/i18n/index.ts';
import { Icon, Stone } from '../../../ui/index.ts';
import type { IconName } from '../../../ui/iconNames.ts';
import type { MoneyState } from '../../../ui/moneyStates.ts';

/** How the stone of the milestone looks then, or the sign of what is about a quote or the whole contract. */
const LOOKS: Record<EventLine['kind'], { stone: MoneyState } | { icon: IconName }> = {
  quote_sent: { icon: 'applied' },
  quote_changed: { icon: 'edit' },
  quote_asked: { icon: 'edit' },
  quote_revised: { icon: 'applied' },
  quote_declined: { icon: 'x' },
  quote_withdrawn: { icon: 'x' },
  quote_not_selected: { icon: 'x' },
  quote_lapsed: { icon: 'x' },
  awarded: { icon: 'doing' },
  funded: { stone: 'held' },
  started: { stone: 'work' },
  completed: { stone: 'done' },
  payment_requested: { stone: 'asked' },
  change_requested: { stone: 'work' },
  accepted: { stone: 'done' },
  released: { stone: 'released' },
  released_unanswered: { stone: 'released' },
  refund_started: { stone: 'refund' },
  refunded: { stone: 'refund' },
  charged_back: { stone: 'refund' },
  split_proposed: { stone: 'work' },
  split_agreed: { stone: 'released' },
  change_proposed: { icon: 'edit' },
  change_agreed: { icon: 'edit' },
  dispute_raised: { icon: 'flag' },
  dispute_withdrawn: { icon: 'flag' },
  dispute_settled: { icon: 'flag' },
  cancelling: { icon: 'x' },
  job_cancelled: { icon: 'x' },
  job_completed: { icon: 'check' },
};

/** Whose amount is what the worker gets, and not what was moved. */
const TO_WORKER: readonly EventLine['kind'][] = ['split_proposed', 'split_agreed', 'dispute_settled'];

/** What happened with a quote or in the contract, between the messages. */
export function EventLineRow({ line }: { line: EventLine }) {
  const t = useT();
  const { kind, milestone, amountPaise, at } = line;
  const event = t(`web.conversations.line.${kind}`);
  const look = LOOKS[kind];
  return (
    <div className="talk-line">
      {'stone' in look ? (
        <Stone state={look.stone} number={milestone?.number ?? ''} />
      ) : (
        <span className="talk-sign">
          <Icon name={look.icon} />
        </span>
      )}
      <div>
        <b>
          {amountPaise === null
            ? event
            : t(TO_WORKER.includes(kind) ? 'web.conversations.line.toWorker' : 'web.conversations.line.sum', {
                event,
                amount: formatRupees(amountPaise),
              })}
        </b>
        {milestone && <div className="mut">{t('web.conversations.line.milestone', milestone)}</div>}
      </div>
      <time className="t2 mut" dateTime={at}>
        {formatTime(t, at)}
      </time>
    </div>
  );
}
