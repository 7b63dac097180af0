import '../cancelling.css';
import type { CancelPart, CancelPlan, Contract, Milestone } from '@fws/contract/contracts/schemas';
import { formatDate, formatRupees, useT, type Translate } from '../../../platform/i18n/index.ts';
import { Consequences, Stone } from '../../../ui/index.ts';
import { getMoneyState, toPercent } from '../money.ts';
import { isFeeForNoVisit } from '../visitFee.ts';

type Props = { contract: Contract; plan: CancelPlan };

/** What cancelling does to each part of a job, and whose its money is then. */
export function CancelParts({ contract, plan }: Props) {
  const t = useT();
  return (
    <section className="con-parts" aria-labelledby="cancel-parts">
      <h3 id="cancel-parts">{t('web.contracts.part.title')}</h3>
      <p className="t2 mut">{t('web.contracts.part.lead')}</p>
      <Consequences>
        {plan.parts.map((part) => {
          const milestone = contract.milestones.find(({ id }) => id === part.milestoneId);
          return (
            milestone && (
              <li key={part.milestoneId}>
                <Stone state={getMoneyState(milestone, contract.side)} number={part.position} />
                <div>
                  <b>{milestone.name}</b>
                  {describePart(t, contract, milestone, part)}
                </div>
                <PartMoney contract={contract} milestone={milestone} part={part} />
              </li>
            )
          );
        })}
      </Consequences>
    </section>
  );
}

function describePart(t: Translate, contract: Contract, milestone: Milestone, part: CancelPart): string {
  const { releasesAt } = milestone;
  switch (part.outcome) {
    case 'refunded':
      return part.chargePaise > 0
        ? t('web.contracts.part.refundedLess', {
            percent: toPercent(contract.refundChargeBps),
            amount: formatRupees(part.chargePaise),
          })
        : t('web.contracts.part.refunded');
    case 'answer':
      return releasesAt === null
        ? t('web.contracts.part.answer')
        : t('web.contracts.part.answerBy', { date: formatDate(t, releasesAt, { year: false }) });
    case 'settled':
      return t(milestone.fund === 'released' ? 'web.contracts.part.paid' : 'web.contracts.part.sentBack');
    case 'released':
      return isFeeForNoVisit([milestone], milestone.id)
        ? t('web.contracts.part.visitFee')
        : t('web.contracts.part.released');
    case 'closed':
    case 'split':
    case 'held':
      return t(`web.contracts.part.${part.outcome}`);
  }
}

/** The amount, and who has it in the end. */
function PartMoney({
  contract,
  milestone,
  part,
}: {
  contract: Contract;
  milestone: Milestone;
  part: CancelPart;
}) {
  const t = useT();
  const { outcome, amountPaise, refundPaise } = part;
  const toWorker = t('web.contracts.part.to', { name: contract.worker.name });
  const toPoster = t('web.contracts.part.to', { name: contract.poster.name });
  const show = (paise: number, whose: string) => (
    <span className="money" translate="no">
      {formatRupees(paise)}
      <small>{whose}</small>
    </span>
  );
  switch (outcome) {
    case 'closed':
      return show(0, t('web.contracts.part.nobody'));
    case 'refunded':
      return show(refundPaise, toPoster);
    case 'released':
      return show(amountPaise, toWorker);
    case 'settled':
      return show(amountPaise, milestone.fund === 'released' ? toWorker : toPoster);
    case 'split':
    case 'answer':
    case 'held':
      return show(amountPaise, t('web.contracts.part.waits'));
  }
}
