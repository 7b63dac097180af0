import '../quotes.css';
import type { JobDetail } from '@fws/contract/jobs/schemas';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { MessageButton } from '../../conversations/index.ts';
import { ButtonLink, Note, Sheet } from '../../../ui/index.ts';

/** Replaces the panel when this user cannot quote on this job: why, and where to go. */
export function NoQuote({ job, reason }: { job: JobDetail; reason: SharedMessageId }) {
  const t = useT();
  const own = job.posterId === useUser().id;
  return (
    <Sheet title={t('web.jobs.yourQuote')} id="quote">
      <Note>{t(reason)}</Note>
      {own && (
        <ButtonLink to={paths.requests(job.id)} variant="primary" block>
          {t('web.quotes.seeRequests')}
        </ButtonLink>
      )}
      {job.myQuoteId !== null && (
        <div className="quote-actions">
          <ButtonLink to={paths.myQuotes()} variant="primary">
            {t('web.quotes.toMyQuotes')}
          </ButtonLink>
          <MessageButton jobId={job.id} person={{ id: job.posterId, name: job.poster.name }} />
        </div>
      )}
    </Sheet>
  );
}
