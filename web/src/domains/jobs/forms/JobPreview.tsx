import { isCalendarDate } from '@fws/contract/platform/dates';
import { useFormContext, useWatch } from 'react-hook-form';
import { parseRupees } from '@fws/contract/platform/money';
import { formatDate, formatRupees, useT } from '../../../platform/i18n/index.ts';
import type { Translate } from '../../../platform/i18n/index.ts';
import { Icon, Lines, SkillList, Stone } from '../../../ui/index.ts';
import { budgetNames, termNames } from '../labels.ts';
import type { JobDraft } from './postJobValues.ts';

/** Beside the form on wide screens: the job as workers will see it, and what happens next. */
export default function JobPreview() {
  const t = useT();
  const job = useWatch<JobDraft>({ control: useFormContext<JobDraft>().control }) as JobDraft;
  const notChosen = t('web.jobs.preview.notChosen');
  return (
    <div>
      <p className="t2 mut job-slip-name">{t('web.jobs.preview.title')}</p>
      <div className="job-slip">
        <div className="dk-top">
          <b>{t('web.jobs.preview.newJob')}</b>
        </div>
        <p className="dk-t strong">{job.title || t('web.jobs.post.jobTitle')}</p>
        {job.location !== '' && (
          <div className="dk-sub">
            <span>
              <Icon name="pin" />
              {job.location}
            </span>
          </div>
        )}
        {job.skills.length > 0 && <SkillList skills={job.skills} />}
        <div className="job-slip-money">
          <b className="job-amount">{formatDraftBudget(t, job) ?? notChosen}</b>
          <small>{t(budgetNames[job.budgetKind])}</small>
        </div>
        <Lines
          items={[
            {
              label: t('web.jobs.preview.starts'),
              value: formatTypedDate(t, job.takeWorkOn) ?? notChosen,
            },
            { label: t('web.jobs.closes'), value: formatTypedDate(t, job.closesOn) ?? notChosen },
            {
              label: t('web.jobs.preview.paidBy'),
              value: t(termNames[job.paymentTerm]),
            },
          ]}
        />
      </div>
      <NextSteps />
    </div>
  );
}

const formatTypedDate = (t: Translate, text: string): string | undefined =>
  isCalendarDate(text) ? formatDate(t, text) : undefined;

function formatTypedRupees(text: string): string | undefined {
  const paise = parseRupees(text);
  return paise ? formatRupees(paise) : undefined;
}

function formatDraftBudget(t: Translate, job: JobDraft): string | undefined {
  if (job.budgetKind !== 'range') return formatTypedRupees(job.amountText);
  const [from, to] = [formatTypedRupees(job.amountFromText), formatTypedRupees(job.amountToText)];
  return from && to ? t('web.jobs.range', { from, to }) : (from ?? to);
}

function NextSteps() {
  const t = useT();
  return (
    <section className="job-next">
      <h2>{t('web.jobs.next.title')}</h2>
      <ol>
        <li>
          <Stone state="none" number={1} />
          {t('web.jobs.next.quotes')}
        </li>
        <li>
          <Stone state="none" number={2} />
          {t('web.jobs.next.accept')}
        </li>
        <li>
          <Stone state="held" number={3} />
          {t('web.jobs.next.fund')}
        </li>
      </ol>
    </section>
  );
}
