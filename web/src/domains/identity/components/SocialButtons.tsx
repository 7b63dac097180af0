import '../identity.css';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../../platform/i18n/index.ts';
import { useSearchParams } from '../../../platform/router/index.ts';
import { providers } from '../api.ts';

type Props = {
  /** Above the form that is the other way. */
  first?: boolean;
};

/** Away to Google or Facebook and back to where one wanted to go. Only those that are set up. */
export function SocialButtons({ first = false }: Props) {
  const t = useT();
  const { data = [] } = useQuery(providers());
  const next = useSearchParams()[0].get('next') ?? '/';
  if (data.length === 0) return null;
  const or = <div className="id-or t2">{t('identity.or')}</div>;
  return (
    <>
      {!first && or}
      {data.map((provider) => (
        // The server leads away: this is no address of the app.
        <a
          key={provider}
          className="btn second block"
          href={`/api/social/${provider}?${new URLSearchParams({ next })}`}
        >
          {t(`identity.with.${provider}`)}
        </a>
      ))}
      {first && or}
    </>
  );
}
