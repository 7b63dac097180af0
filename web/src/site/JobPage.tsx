import { HIDDEN } from '@fws/contract/platform/contact-data';
import { sitePaths } from '@fws/contract/site/model';
import type { PublicJob, SiteJob } from '@fws/contract/site/schemas';
import { formatBudget, PosterSheet, termNames, TermShape } from '../domains/jobs/index.ts';
import { formatDate, useLocale, useT } from '../platform/i18n/index.ts';
import { paths } from '../platform/router/paths.ts';
import { SkillList, Stone, VerifiedMark } from '../ui/index.ts';
import { Question, QuestionList } from '../ui/QuestionList.tsx';
import { Crumbs, getName, JobCards, Links, Pictures, PlaceLine, ReportLink } from './parts.tsx';

/** Registration leads back to the job, where the form for a quote is. */
const buildStart = (path: string, jobId: number): string =>
  `${path}?${new URLSearchParams({ next: paths.job(jobId) }).toString()}`;

export function useJobCrumbs({ city, category }: Pick<PublicJob, 'city' | 'category'>) {
  const t = useT();
  const locale = useLocale();
  if (!city) return [{ name: t('site.jobsInIndia'), path: sitePaths.jobs() }];
  return [
    { name: t('site.jobsIn', { city: city.name }), path: sitePaths.city(city.slug) },
    { name: getName(category, locale), path: sitePaths.category(city.slug, category.slug) },
  ];
}

export function JobPage({ data, job, url }: { data: PublicJob; job: SiteJob; url: string }) {
  const t = useT();
  const crumbs = useJobCrumbs(data);
  const budget = formatBudget(t, job.budget);
  const share = `https://wa.me/?${new URLSearchParams({ text: `${job.title}: ${url}` }).toString()}`;
  return (
    <main className="main wrap site-job" id="main">
      <Crumbs items={crumbs} />
      <div className="cols c84">
        <div>
          <section className="sheet">
            <div className="dk-top">
              <b>{t('web.jobs.number', { number: job.number })}</b>
              <span>{t('site.posted', { date: formatDate(t, job.postedAt) })}</span>
            </div>
            <h1>{job.title}</h1>
            {job.place !== '' && <PlaceLine>{job.place}</PlaceLine>}
            {job.verified && <VerifiedMark>{t('web.jobs.verified')}</VerifiedMark>}
            <div className="site-pics">
              <Pictures pictures={job.photos} lead />
            </div>
            <JobFacts job={job} />
            {job.description !== '' && (
              <>
                <hr className="rule" />
                <h2>{t('site.about')}</h2>
                <p className="site-text">{job.description}</p>
                {job.description.includes(HIDDEN) && <p className="record-note">{t('site.hidden')}</p>}
              </>
            )}
            <div className="site-skills">
              <SkillList skills={job.skills} />
            </div>
            <ReportLink type="job" id={job.id}>
              {t('site.report')}
            </ReportLink>
          </section>
          <Questions job={job} />
        </div>
        <aside className="stick">
          <section className="sheet site-quote">
            <p className="site-amount">{budget}</p>
            <p className="t2 mut">
              {t('site.closesSoFar', { date: formatDate(t, job.closesOn), count: job.quotesReceived })}
            </p>
            <a className="btn primary block" href={buildStart(paths.register(), job.id)}>
              {t('site.sendQuote')}
            </a>
            <p className="record-note">{t('site.registerFirst')}</p>
            <p className="site-row">
              <a href={buildStart(paths.login(), job.id)}>{t('site.haveAccount')}</a>
              <a href={share} rel="noopener nofollow">
                {t('site.share')}
              </a>
            </p>
          </section>
          <PosterSheet poster={job.poster} />
          <Safe name={job.poster.name} />
        </aside>
      </div>
      <div className="stickybar">
        <div>
          <b>{budget}</b>
          <span className="t2 mut">
            {t('site.closes')} {formatDate(t, job.closesOn, { year: false })}
          </span>
        </div>
        <a className="btn primary" href={buildStart(paths.register(), job.id)}>
          {t('site.sendQuote')}
        </a>
      </div>
    </main>
  );
}

function Questions({ job }: { job: SiteJob }) {
  const t = useT();
  return (
    <section className="sheet">
      <h2>{t('site.questions')}</h2>
      {job.questions.length > 0 && (
        <QuestionList>
          {job.questions.map(({ questionId, question, answer, answeredAt }) => (
            <Question
              key={questionId}
              question={question}
              answer={answer}
              answeredAt={t('site.answeredOn', { date: formatDate(t, answeredAt) })}
            />
          ))}
        </QuestionList>
      )}
      <div className="site-ask">
        <p className="t2 mut">{t('site.askFirst')}</p>
        <a className="btn second" href={buildStart(paths.login(), job.id)}>
          {t('site.ask')}
        </a>
      </div>
    </section>
  );
}

function JobFacts({ job }: { job: SiteJob }) {
  const t = useT();
  return (
    <dl className="site-facts">
      <div>
        <dt>{t('site.budget')}</dt>
        <dd className="site-amount">{formatBudget(t, job.budget)}</dd>
      </div>
      <div>
        <dt>{t('site.paymentTerm')}</dt>
        <dd>
          {t(termNames[job.paymentTerm])}
          <TermShape term={job.paymentTerm} />
        </dd>
      </div>
      <div>
        <dt>{t('site.starts')}</dt>
        <dd>{formatDate(t, job.takeWorkOn)}</dd>
      </div>
      <div>
        <dt>{t('site.closes')}</dt>
        <dd>{formatDate(t, job.closesOn)}</dd>
      </div>
      <div>
        <dt>{t('site.quotes')}</dt>
        <dd>{t('site.received', { count: job.quotesReceived })}</dd>
      </div>
    </dl>
  );
}

const STATES = ['held', 'released', 'bank'] as const;

function Safe({ name }: { name: string }) {
  const t = useT();
  return (
    <section className="sheet">
      <h2>{t('site.safe')}</h2>
      <ol className="site-safe">
        {STATES.map((state, index) => (
          <li key={state}>
            <Stone state={state} number={index + 1} />
            <p>{t(`site.safe.${(index + 1) as 1 | 2 | 3}`, { name })}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Nothing of a closed job is public any more: only that it was one of this kind. */
export function ClosedJobPage({ data }: { data: PublicJob }) {
  const t = useT();
  const crumbs = useJobCrumbs(data);
  return (
    <main className="main wrap site-job" id="main">
      <Crumbs items={crumbs} />
      <div className="head">
        <h1>{t('site.closed')}</h1>
        <p>{t(data.similar.length > 0 ? 'site.closedWhy' : 'site.closedNone')}</p>
      </div>
      <JobCards jobs={data.similar} />
      <Links title={t('site.similar')} items={crumbs} />
    </main>
  );
}
