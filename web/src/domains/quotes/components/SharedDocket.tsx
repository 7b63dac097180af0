import type { SharedJob } from '@fws/contract/connections/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { translate, useT, useTimeAgo } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Badge, Button } from '../../../ui/index.ts';
import { JobDocket } from '../../jobs/index.ts';
import { useThumbsUp } from '../api.ts';

/** A job that a friend shared: who, and a thumbs-up to thank them with. */
export function SharedDocket({ shared }: { shared: SharedJob }) {
  const t = useT();
  const timeAgo = useTimeAgo();
  const { job } = shared;
  return (
    <JobDocket
      job={job}
      to={paths.job(job.id)}
      linkText={t('web.jobs.view')}
      share
      foot={
        <>
          <span className="t2">
            {t('web.quotes.sharedBy')} <Link to={paths.person(shared.sharedById)}>{shared.sharedBy}</Link>
            <span className="mut"> · {timeAgo(shared.sharedAt)}</span>
          </span>
          <ThumbsUp shared={shared} />
        </>
      }
    />
  );
}

function ThumbsUp({ shared }: { shared: SharedJob }) {
  const t = useT();
  const online = useOnline();
  const thumbsUp = useThumbsUp();
  if (shared.thumbsUp)
    return (
      <Badge tone="released" icon="thumb">
        {t('web.quotes.thumbsUpGiven')}
      </Badge>
    );

  async function give(): Promise<void> {
    try {
      await thumbsUp.mutateAsync(shared.id);
      toast.success(translate('connections.thumbs_up_given'));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : translate('common.something_wrong'));
    }
  }

  return (
    <Button
      variant="quiet"
      icon="thumb"
      disabled={!online}
      busy={thumbsUp.isPending}
      onClick={() => void give()}
    >
      {t('web.quotes.thumbsUp')} <span className="vh">{shared.job.title}</span>
    </Button>
  );
}
