import { useEffect, useState } from 'react';
import { OTP_RESEND_MS } from '@fws/contract/identity/model';
import { toast } from '../../../platform/toasts/index.ts';

export interface Resend {
  /** 0 when a code can be requested. */
  waitSeconds: number;
  problem: string | undefined;
  send: () => Promise<void>;
}

type Options = {
  /** Requests a code from the server. */
  requestCode: () => Promise<unknown>;
  /** Toast shown when the code is on its way. */
  sentText: string;
  /** When the last code was sent, in ms. Defaults to now. */
  lastSentAt?: number | undefined;
  /** Requests a code on opening, because none is on its way. Must not change. */
  requestFirst?: boolean;
};

/** Requests another code, at the earliest half a minute after the last one. */
export function useResend({ requestCode, sentText, lastSentAt, requestFirst = false }: Options): Resend {
  const [sentAt, setSentAt] = useState(() => lastSentAt ?? Date.now());
  const [now, setNow] = useState(() => Date.now());
  const [problem, setProblem] = useState<string>();

  /** Allows another try at once. If that is too soon, the server says how long to wait. */
  function handleFailure(error: unknown): void {
    setSentAt(0);
    setProblem(error instanceof Error ? error.message : '');
  }

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (requestFirst) requestCode().catch(handleFailure);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- run once, on opening
  }, []);

  async function send(): Promise<void> {
    setProblem(undefined);
    setSentAt(Date.now());
    try {
      await requestCode();
      toast.success(sentText);
    } catch (error) {
      handleFailure(error);
    }
  }

  return { waitSeconds: Math.max(0, Math.ceil((sentAt + OTP_RESEND_MS - now) / 1000)), problem, send };
}
