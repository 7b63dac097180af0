import '../negotiation.css';
import type { Quote } from '@fws/contract/quotes/schemas';
import { useT, useTimeAgo } from '../../../platform/i18n/index.ts';
import { Button, Note } from '../../../ui/index.ts';
import { MaskedText, MaskedWords } from '../../../ui/MaskedText.tsx';
import { declineReasons } from '../labels.ts';
import { describeAsked } from '../wording.ts';

/** What the poster asks for, above the form in which the worker answers. */
export function AskedNote({ asked, onFillIn }: { asked: NonNullable<Quote['asked']>; onFillIn: () => void }) {
  const t = useT();
  const wish = describeAsked(t, asked);
  return (
    <Note
      icon="swap"
      action={
        wish !== '' && (
          <Button variant="quiet" onClick={onFillIn}>
            {t('web.quotes.fillIn')}
          </Button>
        )
      }
    >
      <b>{t('web.quotes.askedForAnother')}</b> <MaskedWords text={wish} />
      {asked.note !== '' && <MaskedText className="quote-said" text={`“${asked.note}”`} />}
    </Note>
  );
}

/** For its worker: why the poster declined it. */
export function DeclinedNote({ declined }: { declined: NonNullable<Quote['declined']> }) {
  const t = useT();
  return (
    <Note>
      <b>{t('web.quotes.declinedWhy', { reason: t(declineReasons[declined.reason]) })}</b>
      {declined.note !== '' && <MaskedText className="quote-said" text={`“${declined.note}”`} />}
    </Note>
  );
}

/** For its worker: whether the poster has opened this offer. */
export function Seen({ quote }: { quote: Quote }) {
  const t = useT();
  const timeAgo = useTimeAgo();
  if (quote.seenAt === null) return <>{t('web.quotes.notSeen')}</>;
  return <>{t('web.quotes.seen', { ago: timeAgo(quote.seenAt) })}</>;
}
