import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { PAYMENT_TERMS } from '@fws/contract/jobs/model';
import { useT } from '../../../platform/i18n/index.ts';
import { Button, Dialog, FieldGroup, RadioCard } from '../../../ui/index.ts';
import { TermShape } from '../components/TermShape.tsx';
import { termDetails, termNames } from '../labels.ts';
import type { JobDraft } from './postJobValues.ts';

/** How the work will be paid. */
export function TermsField() {
  const t = useT();
  const { register, formState } = useFormContext<JobDraft>();
  const [explained, setExplained] = useState(false);
  return (
    <div className="job-terms">
      <FieldGroup
        id="paymentTerm"
        label={t('web.jobs.post.termsLabel')}
        error={formState.errors.paymentTerm?.message}
      >
        {PAYMENT_TERMS.map((term) => (
          <RadioCard
            key={term}
            {...register('paymentTerm')}
            value={term}
            title={t(termNames[term])}
            detail={
              <>
                {t(termDetails[term])}
                <TermShape term={term} />
              </>
            }
          />
        ))}
      </FieldGroup>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setExplained(true)}>
        {t('web.jobs.post.howTermsWork')}
      </Button>
      {explained && <TermsDialog onClose={() => setExplained(false)} />}
    </div>
  );
}

function TermsDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const close = <Button onClick={onClose}>{t('ui.close')}</Button>;
  return (
    <Dialog title={t('web.jobs.post.terms')} onClose={onClose} footer={close}>
      <p>{t('web.jobs.explain.escrow')}</p>
      {PAYMENT_TERMS.map((term) => (
        <section key={term} className="job-term">
          <h3>{t(termNames[term])}</h3>
          <TermShape term={term} />
          <p className="t2">{t(explanations[term])}</p>
        </section>
      ))}
    </Dialog>
  );
}

const explanations = {
  terms: 'web.jobs.explain.terms',
  milestone: 'web.jobs.explain.milestone',
  completion: 'web.jobs.explain.completion',
} as const;
