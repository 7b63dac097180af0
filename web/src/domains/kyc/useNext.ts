import { paths } from '../../platform/router/paths.ts';
import { useT } from '../../platform/i18n/index.ts';
import { useSearchParams } from '../../platform/router/index.ts';

/** Where the identity check leads: back to the passbook for users who came from there, otherwise to the profile. */
export function useNext() {
  const t = useT();
  const [search] = useSearchParams();
  const toPayment = search.get('next') === paths.payment();
  const query = toPayment ? `?${new URLSearchParams({ next: paths.payment() })}` : '';
  return {
    to: toPayment ? paths.payment() : paths.profile(),
    label: t(toPayment ? 'web.kyc.backToPassbook' : 'web.kyc.backToProfile'),
    /** Adds the same destination to a path of the check. */
    withNext: (path: string) => path + query,
  };
}
