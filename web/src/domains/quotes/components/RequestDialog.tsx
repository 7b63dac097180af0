import '../negotiation.css';
import { Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '../../../platform/router/index.ts';
import type { Quote } from '@fws/contract/quotes/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useIdempotencyKey } from '../../../platform/client/form.ts';
import { formatDate, formatRupees, translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Dialog, Note } from '../../../ui/index.ts';
import { RestTerms, useRest } from '../../rests/index.ts';
import { quoteQuery, useAcceptQuote, useFundFirstMilestone } from '../api.ts';
import { getFirstPaise, getWholePaise } from '../visit.ts';
import { AcceptSummary } from './AcceptSummary.tsx';
import { AskDialog } from './AskDialog.tsx';
import { DeclineDialog } from './DeclineDialog.tsx';
import { QuoteDetails } from './QuoteDetails.tsx';
import { hasHistory, QuoteSteps } from './QuoteHistory.tsx';

type Props = { quote: Quote; onClose: () => void };

/**
 * One quote, to read and to answer. Each answer takes a second step; the one to accepting shows the consequences. Loading
 * the quote on its own tells its worker that it was seen.
 */
export function RequestDialog({ quote: listed, onClose }: Props) {
  const t = useT();
  const [answer, setAnswer] = useState<'accept' | 'ask' | 'decline'>();
  const quote = useQuery(quoteQuery(String(listed.id))).data ?? listed;
  const name = quote.worker.name;
  const onBack = () => setAnswer(undefined);
  if (answer === 'accept') return <AcceptDialog quote={quote} onBack={onBack} />;
  if (answer === 'ask') return <AskDialog quote={quote} onBack={onBack} onDone={onClose} />;
  if (answer === 'decline') return <DeclineDialog quote={quote} onBack={onBack} onDone={onClose} />;
  const { accept, ask, decline } = quote.abilities;
  const buttons = (
    <div className="quote-answers">
      <Button variant="primary" disabled={!accept.allowed} onClick={() => setAnswer('accept')}>
        {t('web.quotes.accept')}
      </Button>
      {(ask.allowed || decline.allowed) && (
        <>
          <Button icon="swap" disabled={!ask.allowed} onClick={() => setAnswer('ask')}>
            {t('web.quotes.ask')}
          </Button>
          <Button disabled={!decline.allowed} onClick={() => setAnswer('decline')}>
            {t('web.quotes.decline')}
          </Button>
        </>
      )}
    </div>
  );
  return (
    <Dialog title={t('web.quotes.quoteOf', { name })} onClose={onClose} footer={buttons} full>
      {!accept.allowed && <Note>{t(accept.reason)}</Note>}
      {accept.allowed && !ask.allowed && <Note>{t(ask.reason)}</Note>}
      <QuoteDetails quote={quote} />
      {hasHistory(quote) && (
        <>
          <h3 className="quote-h">{t('web.quotes.history')}</h3>
          <QuoteSteps quote={quote} />
        </>
      )}
      {quote.lapsesAt !== null && (
        <p className="t2 mut quote-lapses">
          {t('web.quotes.lapsesOn', { date: formatDate(t, quote.lapsesAt) })}
        </p>
      )}
    </Dialog>
  );
}

/** Accepting and funding the first milestone is one confirmation; it can also be funded later. */
function AcceptDialog({ quote, onBack }: { quote: Quote; onBack: () => void }) {
  const t = useT();
  const online = useOnline();
  const { accept, acceptAndFund, busy, error } = useAcceptance(quote);
  const firstPaise = getFirstPaise(quote);
  const of = { quoteId: quote.id };
  // Accepting it leaves the milestone unfunded: what is in the way of funding is said before.
  const isBlocked = (useRest(of).data?.obstacle ?? null) !== null;
  const buttons = (
    <div className="quote-answers">
      {firstPaise !== null && (
        <Button
          variant="accent"
          disabled={!online || isBlocked}
          busy={busy === 'fund'}
          busyText={t('web.quotes.openingPayment')}
          onClick={() => void acceptAndFund()}
        >
          {online
            ? t('web.quotes.acceptAndFund', { amount: formatRupees(firstPaise) })
            : t('ui.needsInternet')}
        </Button>
      )}
      <Button
        disabled={!online}
        busy={busy === 'accept'}
        busyText={t('web.quotes.accepting')}
        onClick={() => void accept()}
      >
        {online
          ? t('web.quotes.acceptFor', { amount: formatRupees(getWholePaise(quote)) })
          : t('ui.needsInternet')}
      </Button>
      <Button onClick={onBack}>{t('ui.back')}</Button>
    </div>
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
