import '../rests.css';
import type { Side } from '@fws/contract/contracts/model';
import type { PayMethod } from '@fws/contract/rests/model';
import { useT, type MessageId } from '../../../platform/i18n/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { Badge, ButtonLink, LoadError, Note, Skeleton, SkeletonLine } from '../../../ui/index.ts';
import { useRest, type Resting } from '../api.ts';

const METHOD_NAMES: Record<PayMethod, MessageId> = {
  upi: 'web.rests.upi',
  netbanking: 'web.rests.netbanking',
  card: 'web.rests.card',
};

type Props = {
  of: Resting;
  side: Side;
  /** The other side's; empty where the screen does not know it. */
  name?: string;
};

/** From when released money can be withdrawn, by each way to pay, with the reason: the same for both sides. */
export default function RestTerms({ of, side, name = '' }: Props) {
  const t = useT();
  const { data, error, refetch } = useRest(of);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data)
    return (
      <Skeleton>
        <SkeletonLine height={150} />
      </Skeleton>
    );
  return (
    <section className="rest-terms">
      {data.obstacle !== null && (
        <Note tone="bad">
          <p>{data.obstacle}</p>
          {data.needsIdentity && (
            <ButtonLink
              className="rest-way-out"
              icon="shield"
              to={`${paths.kycLanguage()}?${new URLSearchParams({ next: location.pathname + location.search })}`}
            >
              {t('web.rests.identity')}
            </ButtonLink>
          )}
        </Note>
      )}
      <h3>{t(`web.rests.title.${side}`, { name })}</h3>
      <ul>
        {data.methods.map(({ method, days, reason }) => (
          <li key={method}>
            <span>
              <b>{t(METHOD_NAMES[method])}</b>
              <small>{reason}</small>
            </span>
            <Badge tone="rest" icon={days === 0 ? 'check' : 'clock'}>
              {t('web.rests.days', { days })}
            </Badge>
          </li>
        ))}
      </ul>
      <p className="t2 mut">
        {data.known && `${t('web.rests.known', data.known)} `}
        {name !== '' && t('web.rests.both', { name })}
      </p>
    </section>
  );
}
