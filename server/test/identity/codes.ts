import { waitFor } from '../wait.ts';

interface OutboxMessage {
  channel: string;
  text: string;
  subject: string | null;
  otp: string | null;
}

/** Reads all messages sent to a mobile number or e-mail address, newest first. */
export async function readOutbox(sandboxUrl: string, to: string): Promise<OutboxMessage[]> {
  const response = await fetch(`${sandboxUrl}/outbox.json?to=${encodeURIComponent(to)}`);
  return (await response.json()) as OutboxMessage[];
}

/** Waits for the n-th code sent to a mobile number or e-mail address, and returns it. */
export async function waitForCode(sandboxUrl: string, to: string, n = 1): Promise<string> {
  let code: string | null | undefined;
  await waitFor(`code ${n} to ${to}`, async () => {
    const codes = (await readOutbox(sandboxUrl, to)).filter((message) => message.otp !== null);
    code = codes.at(-n)?.otp;
    return codes.length >= n;
  });
  return code ?? '';
}

export const toWrongCode = (code: string): string => (code === '000000' ? '111111' : '000000');
