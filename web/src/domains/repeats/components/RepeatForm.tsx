import { useState } from 'react';
import { toIstDate } from '@fws/contract/platform/dates';
import { REPEAT_DAYS_MAX } from '@fws/contract/repeats/model';
import { CallError } from '../../../platform/client/index.ts';
import { openDraft, restoreDraft } from '../../../platform/drafts/index.ts';
import { translate, useLocale, useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import {
  DateInput,
  Field,
  FieldGroup,
  FormDialog,
  Note,
  RadioPick,
  Select,
  Tick,
} from '../../../ui/index.ts';
import { useRepeatJob } from '../api.ts';
import { buildRule, formatWeekday, FREQUENCIES, WEEKDAYS, type RepeatDraft } from '../rule.ts';

const DAY_MS = 24 * 3600_000;
const MONTH_DAYS = Array.from({ length: 31 }, (_, index) => String(index + 1));
const dayAhead = (days: number) => toIstDate(new Date(Date.now() + days * DAY_MS));

const EMPTY: RepeatDraft & { until: string } = { frequency: 'week', weekdays: [], monthDay: 1, until: '' };

type Errors = Readonly<Record<string, string | undefined>>;

/** The poster proposes dates to the worker. */
export function RepeatForm({ jobId, onClose }: { jobId: number; onClose: () => void }) {
  const t = useT();
  const repeating = useRepeatJob();
  const userId = useUser().id;
  const [store] = useState(() => openDraft(userId, `repeat:${jobId}`));
  const [draft, setDraft] = useState(() => restoreDraft(store, EMPTY));
  const [errors, setErrors] = useState<Errors>({});
  const { until } = draft;
  function change(changed: Partial<typeof EMPTY>, field: 'rule' | 'until' = 'rule'): void {
    setDraft({ ...draft, ...changed });
    store.save({ ...draft, ...changed });
    setErrors({ ...errors, [field]: undefined });
  }
  const other = Object.entries(errors).find(
    ([field, error]) => field !== 'rule' && field !== 'until' && error !== undefined,
  )?.[1];

  async function send(): Promise<void> {
    const rule = buildRule(draft);
    if (rule === null) return setErrors({ rule: t('web.repeats.weekdaysRequired') });
    if (until === '') return setErrors({ until: t('repeats.end_required') });
    try {
      await repeating.mutateAsync({ jobId: String(jobId), rule, until });
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {};
      const text = error instanceof Error ? error.message : translate('common.something_wrong');
      return setErrors(Object.keys(fields).length > 0 ? fields : { all: text });
    }
    store.remove();
    toast.success(translate('repeats.proposed'));
    return onClose();
  }

  return (
    <FormDialog
      title={t('web.repeats.formTitle')}
      submitText={t('web.repeats.send')}
      busyText={t('web.repeats.sending')}
      busy={repeating.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      {other !== undefined && (
        <Note tone="bad" role="alert">
          {other}
        </Note>
      )}
      <FieldGroup id="repeat-often" label={t('web.repeats.often')}>
        <RadioPick
          name="often"
          value={draft.frequency}
          options={FREQUENCIES.map((value) => ({ value, label: t(`web.repeats.often.${value}`) }))}
          onChange={({ currentTarget }) => {
            const frequency = FREQUENCIES.find((value) => value === currentTarget.value);
            if (frequency) change({ frequency });
          }}
        />
      </FieldGroup>
      {draft.frequency === 'month' ? (
        <Field id="repeat-day" label={t('web.repeats.monthDay')} error={errors['rule']}>
          <Select
            value={String(draft.monthDay)}
            options={MONTH_DAYS.map((day) => ({ value: day, label: day }))}
            onChange={({ currentTarget }) => change({ monthDay: Number(currentTarget.value) })}
          />
        </Field>
      ) : (
        <Weekdays draft={draft} setDraft={change} error={errors['rule']} />
      )}
      <Field id="repeat-until" label={t('web.repeats.until')} error={errors['until']}>
        <DateInput
          value={until}
          onChange={(day) => change({ until: day }, 'until')}
          min={dayAhead(1)}
          max={dayAhead(REPEAT_DAYS_MAX)}
        />
      </Field>
    </FormDialog>
  );
}

type WeekdaysProps = {
  draft: RepeatDraft;
  setDraft: (draft: RepeatDraft) => void;
  error: string | undefined;
};

function Weekdays({ draft, setDraft, error }: WeekdaysProps) {
  const t = useT();
  const locale = useLocale();
  const { weekdays } = draft;
  return (
    <FieldGroup id="repeat-weekdays" label={t('web.repeats.weekdays')} error={error}>
      <div className="repeat-days">
        {WEEKDAYS.map((day) => (
          <Tick
            key={day}
            checked={weekdays.includes(day)}
            onChange={({ currentTarget: { checked } }) =>
              setDraft({
                ...draft,
                weekdays: checked ? [...weekdays, day] : weekdays.filter((each) => each !== day),
              })
            }
          >
            {formatWeekday(day, locale, 'long')}
          </Tick>
        ))}
      </div>
    </FieldGroup>
  );
}
