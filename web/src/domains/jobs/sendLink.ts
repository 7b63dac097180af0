import { paths } from '../../platform/router/paths.ts';
import { translate } from '../../platform/i18n/index.ts';
import { toast } from '../../platform/toasts/index.ts';

/** The address opens without an account. Opens the device's share sheet, or copies the link to the clipboard where there is none. */
export async function sendLink(job: { number: string; title: string }): Promise<void> {
  const url = new URL(paths.publicJob(job.number), window.location.origin).href;
  try {
    if (typeof navigator.share === 'function') return await navigator.share({ title: job.title, url });
    await navigator.clipboard.writeText(url);
    toast.success(translate('web.jobs.linkCopied'));
  } catch (error) {
    // Closing the share sheet is not an error.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast.error(translate('web.jobs.linkNotCopied', { url }));
  }
}
