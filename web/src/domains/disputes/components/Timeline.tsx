import type { Issue } from '@fws/contract/disputes/schemas';
import { formatDate, formatRupees, useT, type MessageId } from '../../../platform/i18n/index.ts';
import { Icon } from '../../../ui/index.ts';
import { buildTimeline, type Step, type StepName } from '../timeline.ts';

const titles: Record<StepName, MessageId> = {
  raised: 'web.disputes.step.raised',
  told: 'web.disputes.step.told',
  papers: 'web.disputes.step.papers',
  review: 'web.disputes.step.review',
  settled: 'web.disputes.step.settled',
  withdrawn: 'web.disputes.step.withdrawn',
};

/** What happened and what comes next, each with its date. */
export function Timeline({ issue }: { issue: Issue }) {
  const t = useT();
  return (
    <section className="dsp-road">
      <h3 className="dsp-h3">{t('web.disputes.steps')}</h3>
      <ol className="dsp-steps">
        {buildTimeline(issue).map((step) => (
          <li
            key={step.name}
            className={`is-${step.state}`}
            aria-current={step.state === 'now' ? 'step' : undefined}
          >
            <i aria-hidden="true">{step.state === 'done' && <Icon name="check" size="sm" />}</i>
            <div>
              <b>{getStepTitle(step, issue, t)}</b>
              <p>{getStepText(step, issue, t)}</p>
            </div>
            <StepDate step={step} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function getStepTitle({ name }: Step, issue: Issue, t: ReturnType<typeof useT>): string {
  if (name === 'told' && !issue.raisedByMe) return t('web.disputes.step.youTold');
  return t(titles[name], { name: issue.withName });
}

function StepDate({ step }: { step: Step }) {
  const t = useT();
  if (step.at === null) return null;
  const date = formatDate(t, step.at, { year: false });
  return <time dateTime={step.at}>{step.state === 'done' ? date : t('web.disputes.by', { date })}</time>;
}

function getStepText({ name, state }: Step, issue: Issue, t: ReturnType<typeof useT>): string {
  if (name === 'raised') return `“${issue.details}”`;
  if (name === 'told') return t('web.disputes.step.toldText');
  if (name === 'papers') return t('web.disputes.step.papersText');
  if (name === 'review') return t('web.disputes.step.reviewText');
  if (name === 'withdrawn') return t('web.disputes.step.withdrawnText');
  if (state !== 'done' || issue.settlement === null) return t('web.disputes.step.settledText');
  const { toWorkerPaise, toPosterPaise, reason } = issue.settlement;
  const amounts = { worker: formatRupees(toWorkerPaise), poster: formatRupees(toPosterPaise), reason };
  return t('web.disputes.step.settledSo', amounts);
}
