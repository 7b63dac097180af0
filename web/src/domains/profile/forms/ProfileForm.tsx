import type { ReactNode } from 'react';
import { paths } from '../../../platform/router/paths.ts';
import type { SavedChange } from '../../../platform/elsewhere/useSavedElsewhere.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { Button, ButtonLink, DraftNote, ErrorSummary, SavedElsewhere } from '../../../ui/index.ts';
import type { FieldProblem } from '../../../ui/index.ts';

type Props = {
  changes: readonly SavedChange[];
  problems: readonly FieldProblem[];
  submitCount: number;
  keptDraft: { kept: boolean; discard: () => void };
  submit: () => Promise<void>;
  saving: boolean;
  /** Where onboarding continues when this step is skipped; absent when editing. */
  skipTo?: string | undefined;
  children: ReactNode;
};

/** The frame of each part's form: errors on top, Save below. */
export function ProfileForm({
  changes,
  problems,
  submitCount,
  keptDraft,
  submit,
  saving,
  skipTo,
  children,
}: Props) {
  const t = useT();
  const online = useOnline();
  return (
    <form
      className="pf-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <SavedElsewhere changes={changes} />
      <ErrorSummary problems={problems} submitCount={submitCount} />
      {children}
      <DraftNote {...keptDraft} />
      <div className="pf-submit">
        <Button
          type="submit"
          variant="primary"
          disabled={!online}
          busy={saving}
          busyText={t('web.profile.saving')}
        >
          {online
            ? t(skipTo === undefined ? 'web.profile.save' : 'web.profile.saveNext')
            : t('ui.needsInternet')}
        </Button>
        {skipTo === undefined ? (
          <ButtonLink to={paths.profile()}>{t('ui.cancel')}</ButtonLink>
        ) : (
          <ButtonLink to={skipTo} variant="quiet">
            {t('web.profile.skip')}
          </ButtonLink>
        )}
      </div>
    </form>
  );
}
