import { useEffect, useState } from 'react';
import { OTP_RESEND_MS } from '@fws/contract/identity/model';
import { toast } from '../../../platform/toasts/index.ts';

export interface Resend {
  /** 0: a code may be asked for. */
  waitSeconds: number;
  problem: string | undefined;
  send: () => Promise<void>;
}

type Options = {
  /** Asks the server for a code. */
  ask: () => Promise<unknown>;
  /** Said once it is on its way. */
  sentText: string;
  /** When the last code was sent, in ms; just now unless told. */
  lastSentAt?: number | undefined;
  /** `ask` when this opens: no code is on its way. It must not change. */
  askFirst?: boolean;
};

/** Asking for another code, half a minute after the last one. */
export function useResend({ ask, sentText, lastSentAt, askFirst = false }: Options): Resend {
  const [sentAt, setSentAt] = useState(() => lastSentAt ?? Date.now());
  const [now, setNow] = useState(() => Date.now());
  const [problem, setProblem] = useState<string>();

  /** It can be tried again at once; if that is too soon, the server says how long to wait. */
  function notSent(error: unknown): void {
    setSentAt(0);
    setProblem(error instanceof Error ? error.message : '');
  }

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (askFirst) ask().catch(notSent);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  }, []);

  async function send(): Promise<void> {
    setProblem(undefined);
    setSentAt(Date.now());
    try {
      await ask();
      toast.success(sentText);
    } catch (error) {
      notSent(error);
    }
  }

  return { waitSeconds: Math.max(0, Math.ceil((sentAt + OTP_RESEND_MS - now) / 1000)), problem, send };
}
