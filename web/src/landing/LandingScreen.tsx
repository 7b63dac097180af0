import { useQuery } from '@tanstack/react-query';
import { appLinks } from '@fws/contract/enquiries/calls';
import { useT } from '../platform/i18n/index.ts';
import { callQuery } from '../platform/queries/index.ts';
import Landing, { AppLinks } from './Landing.tsx';

const linksQuery = () => ({ ...callQuery('settings', appLinks, {}), staleTime: Infinity });
/** The landing page inside the app, for a visitor who came to `/` by a link. */
export default function LandingScreen() {
  const t = useT();
  const links = useQuery(linksQuery());
  return (
    <>
      <title>{`${t('landing.title')} · FWS`}</title>
      <Landing apps={links.data && <AppLinks {...links.data} />} />
    </>
  );
}

LandingScreen.firstQueries = () => [linksQuery()];
