import { useState } from 'react';
import type { Quote } from '@fws/contract/quotes/schemas';
import { REASON_MAX } from '@fws/contract/platform/limits';
import { paths } from '../../../platform/router/paths.ts';
import { maySendAgain } from '../../../platform/client/uploads.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { useNavigate } from '../../../platform/router/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Dialog, Field, TextArea } from '../../../ui/index.ts';
import { useCancelQuote } from '../api.ts';

/** The worker cancels the quote and gives a reason. The list shows the result either way. */
export function CancelQuote({ quote }: { quote: Quote }) {
  const t = useT();
  const online = useOnline();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" disabled={!online} onClick={() => setOpen(true)}>
        {t(online ? 'web.quotes.cancel' : 'ui.needsInternet')}
      </Button>
      {open && <ReasonDialog quote={quote} onClose={() => setOpen(false)} />}
    </>
  );
}

function ReasonDialog({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const t = useT();
  const online = useOnline();
  const navigate = useNavigate();
  const cancel = useCancelQuote();
  const [comment, setComment] = useState('');
  const [error, setError] = useState<string>();

  async function send(): Promise<void> {
    if (comment.trim() === '') return setError(t('quotes.cancel_reason_required'));
    if (comment.trim().length > REASON_MAX) return setError(t('common.too_long', { maximum: REASON_MAX }));
    try {
      await cancel.mutateAsync({ quoteId: quote.id, comment });
      toast.success(t('quotes.cancelled'));
    } catch (problem) {
      toast.error(problem instanceof Error ? problem.message : t('common.something_wrong'));
      // What was typed stays for another try.
      if (maySendAgain(problem)) return undefined;
    }
    return navigate(paths.myQuotes());
  }

  return (
    <Dialog
      title={t('web.quotes.cancelTitle')}
      onClose={onClose}
      persistent
      footer={
        <>
          <Button onClick={onClose}>{t('web.quotes.keep')}</Button>
          <Button
            variant="dangerSolid"
            disabled={!online}
            busy={cancel.isPending}
            busyText={t('web.quotes.cancelling')}
            onClick={() => void send()}
          >
            {t(online ? 'web.quotes.cancel' : 'ui.needsInternet')}
          </Button>
        </>
      }
    >
      <Field
        id="cancel-reason"
        label={t('web.quotes.cancelWhy')}
        hint={t('web.quotes.cancelWhyHint')}
        error={error}
      >
        <TextArea value={comment} onChange={({ currentTarget }) => setComment(currentTarget.value)} />
      </Field>
    </Dialog>
  );
}
