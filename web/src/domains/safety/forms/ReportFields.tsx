import '../safety.css';
import { DETAILS_MAX, listReasons, needsMessages, type ReportReason } from '@fws/contract/safety/model';
import { useT, type Translate } from '../../../platform/i18n/index.ts';
import { useSession } from '../../../platform/session/index.ts';
import {
  ErrorSummary,
  Field,
  FieldGroup,
  Note,
  OptionRadio,
  Options,
  TextArea,
  TextInput,
} from '../../../ui/index.ts';
import type { Subject } from '../subject.ts';
import { buildFieldId, type ReportForm } from './useReport.ts';

type Props = { subject: Subject; report: ReportForm };

/** What is wrong, what happened, and for a visitor where the answer goes. */
export function ReportFields({ subject, report }: Props) {
  const t = useT();
  const isVisitor = useSession().user === undefined;
  const { register, errors, formError } = report;
  return (
    <>
      <ErrorSummary problems={report.problems} submitCount={report.submitCount} />
      {formError !== undefined && <Note tone="bad">{formError}</Note>}
      <FieldGroup
        id={buildFieldId('reason')}
        label={t('web.safety.report.what')}
        error={errors.reason?.message}
      >
        <Options>
          {listReasons(subject.type).map((reason) => (
            <OptionRadio
              key={reason}
              value={reason}
              title={t(`web.safety.reason.${reason}`)}
              detail={getHint(t, reason, isVisitor)}
              {...register('reason')}
            />
          ))}
        </Options>
      </FieldGroup>
      <Field
        id={buildFieldId('details')}
        label={t('web.safety.report.happened')}
        optional
        error={errors.details?.message}
      >
        <TextArea
          rows={3}
          maxLength={DETAILS_MAX}
          placeholder={t('web.safety.report.example')}
          {...register('details')}
        />
      </Field>
      {isVisitor && (
        <Field
          id={buildFieldId('replyTo')}
          label={t('web.safety.report.email')}
          hint={t('web.safety.report.emailHint')}
          optional
          error={errors.replyTo?.message}
        >
          <TextInput type="email" inputMode="email" autoComplete="email" {...register('replyTo')} />
        </Field>
      )}
      <p className="sf-note">
        {subject.author === undefined
          ? t('web.safety.report.copyOf')
          : t('web.safety.report.copy', { name: subject.author })}{' '}
        {!isVisitor && t('web.safety.report.follow')}
      </p>
    </>
  );
}

/** Whoever has written with the author knows before what goes along. */
function getHint(t: Translate, reason: ReportReason, isVisitor: boolean): string {
  const hint = t(`web.safety.hint.${reason}`);
  return needsMessages(reason) && !isVisitor ? t('web.safety.report.withMessages', { hint }) : hint;
}
