import { exploreJobs } from '@fws/contract/jobs/calls';
import type { RawOf } from '@fws/contract/platform/call';
import { encodeForm } from '@fws/contract/platform/form';

declare global {
  interface Window {
    /** Asked for in the head of index.html, before there was any application. */
    firstJobs?: { body: string; at: number; reply: Promise<Response> };
  }
}

type Values = RawOf<typeof exploreJobs>;

const FRESH_MS = 10_000;

export const bodyOf = (values: Values): string =>
  new URLSearchParams(encodeForm(exploreJobs.form, values)).toString();

/** The answer that is under way since the page's head: once, while fresh, and to the same question only. */
export function takeFirstJobs(values: Values): Promise<Response> | undefined {
  const early = window.firstJobs;
  delete window.firstJobs;
  const usable = early && early.body === bodyOf(values) && Date.now() - early.at < FRESH_MS;
  return usable ? early.reply : undefined;
}
