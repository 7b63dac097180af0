import '../visits.css';
import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@fws/contract/contracts/schemas';
import { useNow } from '../../../platform/clock/index.ts';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { Badge, ButtonLink, Sheet } from '../../../ui/index.ts';
import { visitQuery } from '../api.ts';
import { VisitClaim } from '../claims/VisitClaim.tsx';
import { stateNames } from '../labels.ts';
import { isStartable } from '../states.ts';
import { formatVisitTime } from '../wording.ts';

type Props = { contract: Pick<Contract, 'jobId' | 'side' | 'poster' | 'worker' | 'milestones'> };

/** The visit that an awarded job begins with, for its two sides. Nothing where none was agreed. */
export default function VisitCard({ contract }: Props) {
  const t = useT();
  const now = useNow();
  const { data } = useQuery(visitQuery(contract.jobId));
  const visit = data?.items[0];
  if (!visit) return null;
  return (
    <>
      <Sheet title={t('web.visits.title')} action={<Badge tone="wait">{t(stateNames[visit.state])}</Badge>}>
        <p className="vis-when">{formatVisitTime(t, visit, now)}</p>
        <p className="t2 mut">
          {visit.feePaise > 0
            ? t('web.visits.fee', { amount: formatRupees(visit.feePaise) })
            : t('web.visits.noFee')}
        </p>
        <ButtonLink
          variant={isStartable(visit.state) ? 'second' : 'quiet'}
          icon="qr"
          className="vis-open"
          to={paths.visit(visit.jobId)}
        >
          {t(
            visit.side === 'poster' && isStartable(visit.state) ? 'web.visits.openPoster' : 'web.visits.open',
          )}
        </ButtonLink>
      </Sheet>
      <VisitClaim visit={visit} contract={contract} />
    </>
  );
}
