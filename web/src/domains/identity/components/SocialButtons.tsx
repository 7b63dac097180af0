import '../identity.css';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../../platform/i18n/index.ts';
import { useSearchParams } from '../../../platform/router/index.ts';
import { providersQuery } from '../api.ts';

type Props = {
  /** Placed above the form that is the alternative. */
  isFirst?: boolean;
};

/** Links to Google and Facebook that return to the page the user wanted. Only configured providers are shown. */
export function SocialButtons({ isFirst = false }: Props) {
  const t = useT();
  const { data = [] } = useQuery(providersQuery());
  const next = useSearchParams()[0].get('next') ?? '/';
  if (data.length === 0) return null;
  const divider = <div className="id-or t2">{t('identity.or')}</div>;
  return (
    <>
      {!isFirst && divider}
      {data.map((provider) => (
        // The server redirects from here, so this is not a route of the app.
        <a
          key={provider}
          className="btn second block"
          href={`/api/social/${provider}?${new URLSearchParams({ next })}`}
        >
          {t(`identity.with.${provider}`)}
        </a>
      ))}
      {isFirst && divider}
    </>
  );
}
