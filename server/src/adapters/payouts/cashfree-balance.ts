import { parseRupees } from '@fws/contract/platform/money';
import { z } from 'zod';
import { ProviderError } from '../../ports/provider-error.ts';
import type { CashfreeAccount } from '../cashfree.ts';
import { callProvider, type ProviderStatus, type ProviderRequest } from '../provider-call.ts';
import { createProviderCircuit } from '../provider-circuit.ts';

/** Version 2 of payouts has no balance endpoint. The one of version 1 needs a token, which is valid for six minutes. */

/** Hosts of version 1, by the host of version 2. */
const FIRST_VERSION_HOSTS: Record<string, string> = {
  'api.cashfree.com': 'payout-api.cashfree.com',
  'sandbox.cashfree.com': 'payout-gamma.cashfree.com',
};

/** Every answer has HTTP status 200; `status` in the body says whether the request succeeded. */
const refusal = z.object({ status: z.literal('ERROR'), subCode: z.string(), message: z.string() });
const authorized = z.object({ status: z.literal('SUCCESS'), data: z.object({ token: z.string().min(1) }) });
const balanceAnswer = z.object({
  status: z.literal('SUCCESS'),
  data: z.object({ balance: z.union([z.string(), z.number()]) }),
});

export function createCashfreeBalance(account: CashfreeAccount): () => Promise<{ balancePaise: number }> {
  const circuit = createProviderCircuit('cashfree /payout/v1');
  const ask = async <Reply>(name: BalanceCall, reply: z.ZodType<Reply>, headers: Record<string, string>) =>
    readAnswer(await callProvider(circuit, buildRequest(account, name, headers)), reply);

  return async () => {
    const { data } = await ask('authorize', authorized, {
      'x-client-id': account.clientId,
      'x-client-secret': account.clientSecret,
    });
    const answer = await ask('getBalance', balanceAnswer, { authorization: `Bearer ${data.token}` });
    const text = String(answer.data.balance);
    const paise = parseRupees(text.replace(/^-/, ''));
    if (paise === null) throw createUnexpectedAnswerError('data.balance');
    return { balancePaise: text.startsWith('-') ? -paise : paise };
  };
}

type BalanceCall = 'authorize' | 'getBalance';

const buildRequest = (
  { baseUrl }: CashfreeAccount,
  name: BalanceCall,
  headers: Record<string, string>,
): ProviderRequest => ({
  ...(name === 'authorize' ? { method: 'POST', body: {} } : { method: 'GET' }),
  url: `${toFirstVersionUrl(baseUrl)}/${name}`,
  headers,
});

function readAnswer<Reply>({ status, body }: ProviderStatus, reply: z.ZodType<Reply>): Reply {
  const refused = refusal.safeParse(body);
  if (refused.success)
    throw new ProviderError('rejected', `payout_${refused.data.subCode}`, refused.data.message);
  if (status >= 400) throw new ProviderError('unknown', `http_${status}`, `answered ${status}`);
  const decoded = reply.safeParse(body);
  if (decoded.success) return decoded.data;
  throw createUnexpectedAnswerError(decoded.error.issues.map(({ path }) => path.join('.')).join(', '));
}

function toFirstVersionUrl(baseUrl: string): string {
  const url = new URL(baseUrl);
  url.hostname = FIRST_VERSION_HOSTS[url.hostname] ?? url.hostname;
  return `${url.href.replace(/\/$/, '')}/v1`;
}

const createUnexpectedAnswerError = (fields: string) =>
  new ProviderError('unknown', 'unexpected_answer', `unexpected fields in the answer: ${fields}`);
