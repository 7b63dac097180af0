import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { isSameText } from '../same-text.ts';
import { calculatePayoutBalance } from '../sums.ts';

/** Version 1 of Cashfree's payouts API: a token first, then the balance. Every answer has the status 200. */

const TOKEN_LIVES_MS = 6 * 60_000;

const toSuccess = (message: string, data: object) => ({ status: 'SUCCESS', subCode: '200', message, data });
const toError = (subCode: string, message: string) => ({ status: 'ERROR', subCode, message });

export function addPayoutBalanceRoutes(app: FastifyInstance, { state, settings, now }: Context): void {
  const tokens = new Map<string, number>();

  app.post('/authorize', async ({ headers }) => {
    const isAuthenticated =
      isSameText(String(headers['x-client-id']), settings.clientId) &&
      isSameText(String(headers['x-client-secret']), settings.clientSecret);
    if (!isAuthenticated) return toError('401', 'Invalid clientId and clientSecret combination');
    const token = randomUUID();
    const endsMs = now().getTime() + TOKEN_LIVES_MS;
    tokens.set(token, endsMs);
    return toSuccess('Token generated', { token, expiry: Math.floor(endsMs / 1000) });
  });

  app.get('/getBalance', async ({ headers }) => {
    const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) return toError('412', 'Token missing in the request');
    if ((tokens.get(token) ?? 0) < now().getTime()) return toError('403', 'Token is not valid');
    const { balancePaise, pendingPaise } = calculatePayoutBalance(state, 'cashfree');
    return toSuccess('Ledger balance for the account', {
      balance: formatDecimal(balancePaise),
      availableBalance: formatDecimal(balancePaise - pendingPaise),
    });
  });
}

const formatDecimal = (paise: number): string => (paise / 100).toFixed(2);
