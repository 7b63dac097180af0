import { Suspense, useState } from 'react';
import { useNavigate } from '../../../platform/router/index.ts';
import type { Quote } from '@fws/contract/quotes/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useIdempotencyKey } from '../../../platform/client/form.ts';
import { formatRupees, translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Dialog, Note } from '../../../ui/index.ts';
import { RestTerms, useRest } from '../../rests/index.ts';
import { useAcceptQuote, useFundFirstMilestone } from '../api.ts';
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

/** Accepting and funding the first milestone is one confirmation; it can also be funded later. */
function AcceptDialog({ quote, onBack }: { quote: Quote; onBack: () => void }) {
  const t = useT();
  const online = useOnline();
  const { accept, acceptAndFund, busy, error } = useAcceptance(quote);
  const firstPart = quote.parts[0];
  const of = { quoteId: quote.id };
  // Accepting it leaves the milestone unfunded: what is in the way of funding is said before.
  const isBlocked = (useRest(of).data?.obstacle ?? null) !== null;
  const buttons = (
    <>
      <Button onClick={onBack}>{t('ui.back')}</Button>
      <Button
        disabled={!online}
        busy={busy === 'accept'}
        busyText={t('web.quotes.accepting')}
        onClick={() => void accept()}
      >
        {online ? t('web.quotes.acceptFor', { amount: formatRupees(quote.bidPaise) }) : t('ui.needsInternet')}
      </Button>
      {firstPart && (
        <Button
          variant="accent"
          disabled={!online || isBlocked}
          busy={busy === 'fund'}
          busyText={t('web.quotes.openingPayment')}
          onClick={() => void acceptAndFund()}
        >
          {online
            ? t('web.quotes.acceptAndFund', { amount: formatRupees(firstPart.amountPaise) })
            : t('ui.needsInternet')}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      title={t('web.quotes.acceptTitle', { name: quote.worker.name })}
      onClose={onBack}
      footer={buttons}
      persistent
    >
      {error && <Note tone="bad">{error.message}</Note>}
      <AcceptSummary quote={quote} />
      <Suspense>
        <RestTerms of={of} side="poster" name={quote.worker.name} />
      </Suspense>
    </Dialog>
  );
}

function useAcceptance(quote: Quote) {
  const navigate = useNavigate();
  const acceptKey = useIdempotencyKey();
  const fundKey = useIdempotencyKey();
  const acceptance = useAcceptQuote();
  const funding = useFundFirstMilestone();
  const [busy, setBusy] = useState<'accept' | 'fund'>();

  /** Returns false after an error, which the dialog shows. */
  async function award(): Promise<boolean> {
    try {
      await acceptance.mutateAsync({ quote, idempotencyKey: acceptKey.key() });
    } catch {
      setBusy(undefined);
      return false;
    }
    toast.success(translate('quotes.accepted'));
    return true;
  }

  async function accept(): Promise<void> {
    setBusy('accept');
    if (await award()) navigate(paths.awardedJob(quote.jobId));
  }

  async function acceptAndFund(): Promise<void> {
    setBusy('fund');
    if (!(await award())) return;
    try {
      const paymentLink = await funding.mutateAsync({ jobId: quote.jobId, idempotencyKey: fundKey.key() });
      if (paymentLink !== null) {
        window.location.assign(paymentLink);
        return;
      }
    } catch (error) {
      // The job is awarded. Its screen offers to fund the milestone again.
      toast.error(error instanceof Error ? error.message : translate('common.something_wrong'));
    }
    navigate(paths.awardedJob(quote.jobId));
  }

  return { accept, acceptAndFund, busy, error: acceptance.error };
}
