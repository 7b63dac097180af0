import { adminHealth } from '@fws/contract/admin/health/calls';
import { callQuery } from '../../../platform/queries/index.ts';

const REFRESH_MS = 15_000;

export const healthQuery = () => ({ ...callQuery('admin', adminHealth, {}), refetchInterval: REFRESH_MS });
