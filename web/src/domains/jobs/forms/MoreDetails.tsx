import { useState } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { isCalendarDate, toIstDate } from '@fws/contract/platform/dates';
import { SKILLS_MAX } from '@fws/contract/platform/limits';
import { formatDate, useT } from '../../../platform/i18n/index.ts';
import { DateInput, Field, Icon, SkillsInput, TextArea, Tick } from '../../../ui/index.ts';
import { UploadField } from '../components/UploadField.tsx';
import type { Upload } from '../components/UploadField.tsx';
import { termNames } from '../labels.ts';
import { TermsField } from './TermsField.tsx';
import type { JobDraft } from './postJobValues.ts';

type Props = { attachment: Upload; onAttachment: (upload: Upload) => void; isOpen: boolean };

/** What most jobs leave as it is proposed. Closed, it says what it holds. */
export function MoreDetails({ attachment, onAttachment, isOpen }: Props) {
  const t = useT();
  const { register, formState } = useFormContext<JobDraft>();
  return (
    <details className="sheet job-more" open={isOpen}>
      <summary>
        <span>
          <b>{t('web.jobs.post.more')}</b>
          <Defaults file={attachment.file} />
        </span>
        <Icon name="down" />
      </summary>
      <div className="job-more-fields">
        <Field
          id="description"
          label={t('web.jobs.post.description')}
          optional
          error={formState.errors.description?.message}
        >
          <TextArea {...register('description')} />
        </Field>
        <SkillsField />
        <CloseField />
        <UploadField
          id="attachment"
          label={t('web.jobs.attachment')}
          upload={attachment}
          onChange={onAttachment}
        />
        <TermsField />
        <UnlistedField />
      </div>
    </details>
  );
}

/** "Wall painting · FWS Term Payment · closes 30 Nov 2026" */
function Defaults({ file }: { file: File | undefined }) {
  const t = useT();
  const { control } = useFormContext<JobDraft>();
  const [skills, paymentTerm, closesOn] = useWatch({ control, name: ['skills', 'paymentTerm', 'closesOn'] });
  const closes = isCalendarDate(closesOn)
    ? t('web.jobs.post.closesOn', { date: formatDate(t, closesOn) })
    : t('web.jobs.post.closesWeekLater');
  const parts = [...skills, t(termNames[paymentTerm]), closes, ...(file ? [file.name] : [])];
  return <small>{parts.join(' · ')}</small>;
}

function SkillsField() {
  const t = useT();
  const { control, formState } = useFormContext<JobDraft>();
  return (
    <Field
      id="skills"
      label={t('web.jobs.skills')}
      hint={t('web.jobs.post.skillsHint')}
      error={formState.errors.skills?.message}
    >
      <Controller
        control={control}
        name="skills"
        render={({ field }) => (
          <SkillsInput
            value={field.value}
            onChange={field.onChange}
            max={SKILLS_MAX}
            placeholder={t('web.jobs.post.addSkill')}
          />
        )}
      />
    </Field>
  );
}

function CloseField() {
  const t = useT();
  const { control, formState } = useFormContext<JobDraft>();
  const takeWorkOn = useWatch({ control, name: 'takeWorkOn' });
  const [today] = useState(() => toIstDate(new Date()));
  return (
    <Field
      id="closesOn"
      label={t('web.jobs.closeDate')}
      hint={t('web.jobs.post.closesHint')}
      error={formState.errors.closesOn?.message}
    >
      <Controller
        control={control}
        name="closesOn"
        render={({ field }) => <DateInput {...field} min={takeWorkOn || today} />}
      />
    </Field>
  );
}

function UnlistedField() {
  const t = useT();
  const { control } = useFormContext<JobDraft>();
  return (
    <Controller
      control={control}
      name="unlisted"
      render={({ field: { value, onChange, ...field } }) => (
        <Tick
          {...field}
          checked={value === 'yes'}
          onChange={(event) => onChange(event.currentTarget.checked ? 'yes' : 'no')}
          detail={t('web.jobs.post.unlistedHint')}
        >
          {t('web.jobs.post.unlisted')}
        </Tick>
      )}
    />
  );
}
