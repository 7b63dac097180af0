import { today } from '@fws/contract/today/calls';
import { callQuery } from '../../platform/queries/index.ts';

/** The server may have answered it with the page. */
export const todayQuery = () => callQuery('today', today, {});
