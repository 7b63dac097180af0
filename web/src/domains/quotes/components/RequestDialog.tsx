import { useState } from 'react';
import { useNavigate } from '../../../platform/router/index.ts';
import type { Quote } from '@fws/contract/quotes/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useIdempotencyKey } from '../../../platform/client/form.ts';
import { formatRupees, translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Dialog, Note } from '../../../ui/index.ts';
import { useAcceptQuote } from '../api.ts';
import { AcceptSummary } from './AcceptSummary.tsx';
import { QuoteDetails } from './QuoteDetails.tsx';

type Props = { quote: Quote; onClose: () => void };

/** One quote, to read and to accept. Accepting takes two steps, with the consequences shown in between. */
export function RequestDialog({ quote, onClose }: Props) {
  const t = useT();
  const [confirming, setConfirming] = useState(false);
  const name = quote.worker.name;
  if (confirming) return <AcceptDialog quote={quote} onBack={() => setConfirming(false)} />;
  const { accept } = quote.abilities;
  const buttons = (
    <>
      <Button onClick={onClose}>{t('ui.back')}</Button>
      <Button variant="primary" disabled={!accept.allowed} onClick={() => setConfirming(true)}>
        {t('web.quotes.accept')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('web.quotes.quoteOf', { name })} onClose={onClose} footer={buttons} full>
      {!accept.allowed && <Note>{t(accept.reason)}</Note>}
      <QuoteDetails quote={quote} />
    </Dialog>
  );
}

function AcceptDialog({ quote, onBack }: { quote: Quote; onBack: () => void }) {
  const t = useT();
  const online = useOnline();
  const navigate = useNavigate();
  const { key } = useIdempotencyKey();
  const acceptance = useAcceptQuote();

  async function accept(): Promise<void> {
    try {
      await acceptance.mutateAsync({ quoteId: quote.id, idempotencyKey: key() });
    } catch {
      return; // The dialog stays open and shows the error.
    }
    toast.success(translate('quotes.accepted'));
    navigate(paths.awardedJob(quote.jobId));
  }

  const buttons = (
    <>
      <Button onClick={onBack}>{t('ui.back')}</Button>
      <Button
        variant="primary"
        disabled={!online}
        busy={acceptance.isPending}
        busyText={t('web.quotes.accepting')}
        onClick={() => void accept()}
      >
        {online ? t('web.quotes.acceptFor', { amount: formatRupees(quote.bidPaise) }) : t('ui.needsInternet')}
      </Button>
    </>
  );
  return (
    <Dialog
      title={t('web.quotes.acceptTitle', { name: quote.worker.name })}
      onClose={onBack}
      footer={buttons}
      persistent
    >
      {acceptance.error && <Note tone="bad">{acceptance.error.message}</Note>}
      <AcceptSummary quote={quote} />
    </Dialog>
  );
}
