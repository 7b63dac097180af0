import '../jobs.css';
import { useMemo } from 'react';
import { FormProvider } from 'react-hook-form';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { Button, Columns, ErrorSummary, Screen } from '../../../ui/index.ts';
import { BudgetSheet } from '../forms/BudgetSheet.tsx';
import { JobPreview } from '../forms/JobPreview.tsx';
import { PlaceSheet } from '../forms/PlaceSheet.tsx';
import { TermsSheet } from '../forms/TermsSheet.tsx';
import { useJobForm } from '../forms/useJobForm.ts';
import { WorkSheet } from '../forms/WorkSheet.tsx';

export default function PostJob() {
  const t = useT();
  const online = useOnline();
  const { form, submit, posting, attachment, setAttachment } = useJobForm();
  const { errors } = form.formState;
  const problems = useMemo(
    () =>
      Object.entries(errors).flatMap(([field, error]) =>
        error.message === undefined ? [] : [{ id: field, text: error.message }],
      ),
    [errors],
  );
  return (
    <Screen title={t('shell.postJob')} lead={t('web.jobs.post.lead')} data={null}>
      <FormProvider {...form}>
        <Columns aside={<JobPreview />}>
          <form onSubmit={(event) => void submit(event)} noValidate>
            <ErrorSummary problems={problems} />
            <WorkSheet attachment={attachment} onAttachment={setAttachment} />
            <PlaceSheet />
            <BudgetSheet />
            <TermsSheet />
            <div className="job-submit">
              <Button
                type="submit"
                variant="accent"
                block
                disabled={!online}
                busy={posting}
                busyText={t('web.jobs.post.posting')}
              >
                {online ? t('web.jobs.post.submit') : t('ui.needsInternet')}
              </Button>
            </div>
          </form>
        </Columns>
      </FormProvider>
    </Screen>
  );
}
