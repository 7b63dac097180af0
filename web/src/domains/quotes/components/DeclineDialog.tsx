import { useState } from 'react';
import { REASON_MAX } from '@fws/contract/platform/limits';
import { DECLINE_REASONS, type DeclineReason } from '@fws/contract/quotes/negotiation/model';
import type { Quote } from '@fws/contract/quotes/schemas';
import { openDraft } from '../../../platform/drafts/index.ts';
import { formatRupees, translate, useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Field, FormDialog, Note, TextInput, Tick } from '../../../ui/index.ts';
import { useDeclineQuote } from '../api.ts';
import { declineReasons } from '../labels.ts';

/** The poster says why this quote does not fit. */
export function DeclineDialog({ quote, onBack, onDone }: DialogProps) {
  const t = useT();
  const userId = useUser().id;
  const decline = useDeclineQuote();
  const [store] = useState(() => openDraft(userId, `decline:${quote.id}`));
  const [note, setNote] = useState(() => readNote(store.load()));
  const [reason, setReason] = useState<DeclineReason>('price');

  function changeNote(text: string): void {
    setNote(text);
    store.save({ note: text });
  }

  async function send(): Promise<void> {
    try {
      await decline.mutateAsync({
        quoteId: String(quote.id),
        offerVersion: String(quote.offerVersion),
        reason,
        note,
      });
    } catch {
      // The dialog shows it.
      return;
    }
    store.remove();
    toast.success(translate('quotes.declined'));
    onDone();
  }

  return (
    <FormDialog
      title={t('web.quotes.declineTitle', {
        name: quote.worker.name,
        amount: formatRupees(quote.bidPaise),
      })}
      submitText={t('web.quotes.declineDo')}
      busyText={t('web.quotes.declining')}
      busy={decline.isPending}
      closeText={t('web.quotes.keep')}
      onSubmit={send}
      onClose={onBack}
    >
      {decline.error && <Note tone="bad">{decline.error.message}</Note>}
      <p className="t2 mut">{t('web.quotes.declineLead', { name: quote.worker.name })}</p>
      <fieldset>
        <legend className="vh">{t('web.quotes.reason')}</legend>
        {DECLINE_REASONS.map((option) => (
          <Tick
            key={option}
            type="radio"
            name="reason"
            value={option}
            checked={option === reason}
            onChange={() => setReason(option)}
          >
            {t(declineReasons[option])}
          </Tick>
        ))}
      </fieldset>
      <Field id="decline-note" label={t('web.quotes.addLine')} optional>
        <TextInput
          value={note}
          maxLength={REASON_MAX}
          autoComplete="off"
          placeholder={t('web.quotes.addLineExample')}
          onChange={({ currentTarget }) => changeNote(currentTarget.value)}
        />
      </Field>
    </FormDialog>
  );
}

export type DialogProps = { quote: Quote; onBack: () => void; onDone: () => void };

const readNote = (stored: unknown): string =>
  typeof stored === 'object' && stored !== null && 'note' in stored && typeof stored.note === 'string'
    ? stored.note
    : '';
