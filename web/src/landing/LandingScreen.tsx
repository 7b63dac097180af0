import { useT } from '../platform/i18n/index.ts';
import { Landing } from './Landing.tsx';

/** The landing page inside the app, for a visitor who came to `/` by a link. */
export default function LandingScreen() {
  const t = useT();
  return (
    <>
      <title>{`${t('landing.title')} · FWS`}</title>
      <Landing />
    </>
  );
}
