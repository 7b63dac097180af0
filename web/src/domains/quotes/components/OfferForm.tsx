import '../quotes.css';
import type { Budget } from '@fws/contract/jobs/schemas';
import type { FormEvent, ReactNode } from 'react';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { Button, ErrorSummary, Note, SavedElsewhere } from '../../../ui/index.ts';
import { PhotosField } from '../../../ui/PhotosField.tsx';
import { UploadField } from '../../jobs/index.ts';
import { OfferFields } from './OfferFields.tsx';
import type { useOffer } from './useOffer.ts';
import { useProblems } from './useProblems.ts';

type Props = {
  title: string;
  budget: Budget;
  offer: ReturnType<typeof useOffer>;
  submitText: string;
  /** Shown above the fields. */
  note?: ReactNode;
  /** What such work costs, shown below the amount. */
  price?: ReactNode;
  /** The proposal that was already sent. */
  sentProposal?: ReactNode;
  draftNote?: ReactNode;
  /** As of OfferFields. */
  hint?: string | undefined;
  withNote?: boolean;
  /** Shown beside the submit button. */
  cancel: ReactNode;
};

/** The form of a quote, new or sent before. */
export function OfferForm({
  title,
  budget,
  offer,
  submitText,
  note,
  price,
  sentProposal,
  draftNote,
  hint,
  withNote = false,
  cancel,
}: Props) {
  const t = useT();
  const online = useOnline();
  const problems = useProblems(offer.errors);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void offer.send();
  }

  return (
    <form className="sheet quote" id="quote" aria-labelledby="quote-title" onSubmit={submit} noValidate>
      <h2 id="quote-title">{title}</h2>
      {note}
      <SavedElsewhere changes={offer.changes} />
      <ErrorSummary problems={problems} submitCount={offer.submitCount} />
      <OfferFields
        budget={budget}
        draft={offer.draft}
        setDraft={offer.changeDraft}
        errors={offer.errors}
        price={price}
        hint={hint}
        withNote={withNote}
      />
      <PhotosField id="photoIds" label={t('web.photos.title')} photos={offer.photos} />
      {sentProposal}
      <UploadField
        id="proposal"
        label={t('web.quotes.proposal')}
        upload={offer.proposal}
        onChange={offer.setProposal}
      />
      {draftNote}
      <div className="quote-actions">
        {!online && <Note tone="warn">{t('web.quotes.offline')}</Note>}
        {cancel}
        <Button
          type="submit"
          variant="primary"
          disabled={!online}
          busy={offer.sending}
          busyText={t(offer.photos.sending ? 'web.photos.busy' : 'web.quotes.submitting')}
        >
          {online ? submitText : t('ui.needsInternet')}
        </Button>
      </div>
    </form>
  );
}
