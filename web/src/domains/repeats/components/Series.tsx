import { useState } from 'react';
import { toIstDate } from '@fws/contract/platform/dates';
import type { Repeat } from '@fws/contract/repeats/schemas';
import { paths } from '../../../platform/router/paths.ts';
import {
  formatDate,
  formatRupees,
  translate,
  useLocale,
  useT,
  type Translate,
} from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, ButtonLink, Note, Row, Rows } from '../../../ui/index.ts';
import { useRepeatSteps } from '../api.ts';
import { formatWeekday, readRule } from '../rule.ts';

const SHOWN_AT_FIRST = 4;

/** A series with its dates, and what the reader can do about it. */
export function Series({ series }: { series: Repeat }) {
  const t = useT();
  const locale = useLocale();
  const steps = useRepeatSteps(series.id);
  const [showsAll, setShowsAll] = useState(false);
  const error = steps.answer.error ?? steps.skip.error ?? steps.end.error;
  const isLive = series.state === 'proposed' || series.state === 'running';
  const dates = isLive ? series.dates.filter(isAhead) : [];
  const shown = showsAll ? dates : dates.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <p>
        <b>{describeRule(t, series.rule, locale)}</b>
      </p>
      <p className="t2 mut">{describeState(t, series)}</p>
      {error && (
        <Note tone="bad" role="alert">
          {error.message}
        </Note>
      )}
      {series.abilities.answer.allowed && <Answer steps={steps} />}
      {shown.length > 0 && (
        <div className="repeat-dates">
          <Rows>
            {shown.map((date) => (
              <DateRow key={date.day} date={date} series={series} steps={steps} />
            ))}
          </Rows>
        </div>
      )}
      {dates.length > shown.length && (
        <p className="repeat-more">
          <Button variant="quiet" onClick={() => setShowsAll(true)}>
            {t('web.repeats.all', { count: dates.length - shown.length })}
          </Button>
        </p>
      )}
      {series.abilities.end.allowed && !series.abilities.answer.allowed && <EndButton steps={steps} />}
    </>
  );
}

type Steps = ReturnType<typeof useRepeatSteps>;

const isAhead = ({ day }: { day: string }): boolean => day >= toIstDate(new Date());

function Answer({ steps: { answer } }: { steps: Steps }) {
  const t = useT();
  const online = useOnline();
  const send = (decision: 'agree' | 'decline') => {
    answer.mutate(decision, { onSuccess: () => toast.success(translate('repeats.answered')) });
  };
  return (
    <div className="repeat-answer">
      <Button disabled={!online || answer.isPending} onClick={() => send('decline')}>
        {t('web.repeats.decline')}
      </Button>
      <Button
        variant="primary"
        disabled={!online}
        busy={answer.isPending}
        busyText={t('web.repeats.sending')}
        onClick={() => send('agree')}
      >
        {online ? t('web.repeats.agree') : t('ui.needsInternet')}
      </Button>
    </div>
  );
}

type DateProps = { date: Repeat['dates'][number]; series: Repeat; steps: Steps };

function DateRow({ date, series: { side, state }, steps: { skip } }: DateProps) {
  const t = useT();
  const online = useOnline();
  const text = formatDate(t, date.day);
  const isBusy = skip.isPending && skip.variables === date.day;
  const job = date.state === 'set' && date.jobId !== null && (
    <ButtonLink
      variant="quiet"
      to={side === 'poster' ? paths.awardedJob(date.jobId) : paths.myJob(date.jobId)}
    >
      {t('web.repeats.open')}
    </ButtonLink>
  );
  return (
    <Row
      title={text}
      detail={state !== 'proposed' && t(`web.repeats.date.${date.state}`)}
      action={
        <span className="repeat-acts">
          {job}
          {date.skip.allowed && (
            <Button
              variant="quiet"
              aria-label={t('web.repeats.skipDate', { date: text })}
              disabled={!online || skip.isPending}
              busy={isBusy}
              busyText={t('web.repeats.skipping')}
              onClick={() =>
                skip.mutate(date.day, { onSuccess: () => toast.success(translate('repeats.skipped')) })
              }
            >
              {t('web.repeats.skip')}
            </Button>
          )}
        </span>
      }
    />
  );
}

function EndButton({ steps: { end } }: { steps: Steps }) {
  const t = useT();
  const online = useOnline();
  return (
    <Button
      className="repeat-choose"
      variant="danger"
      block
      disabled={!online}
      busy={end.isPending}
      busyText={t('web.repeats.ending')}
      onClick={() => end.mutate(undefined, { onSuccess: () => toast.success(translate('repeats.ended')) })}
    >
      {online ? t('web.repeats.end') : t('ui.needsInternet')}
    </Button>
  );
}

function describeRule(t: Translate, rule: string, locale: string): string {
  const draft = readRule(rule);
  if (!draft) return t('web.repeats.other');
  if (draft.frequency === 'month') return t('web.repeats.month', { day: draft.monthDay });
  const days = new Intl.ListFormat(locale, { type: 'conjunction' }).format(
    draft.weekdays.map((day) => formatWeekday(day, locale, 'long')),
  );
  return t(`web.repeats.${draft.frequency}`, { days });
}

function describeState(t: Translate, series: Repeat): string {
  const { state, side, otherName: name, answerBy } = series;
  const amount = formatRupees(series.amountPaise);
  if (state === 'proposed' && side === 'worker') return t('web.repeats.asked', { name, amount });
  if (state === 'proposed')
    return t('web.repeats.waiting', { name, date: answerBy === null ? '' : formatDate(t, answerBy) });
  if (state === 'running') return t('web.repeats.price', { amount });
  if (state === 'declined' && side === 'worker') return t('web.repeats.state.declined_worker');
  return t(`web.repeats.state.${state}`, { name });
}
