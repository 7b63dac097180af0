import { deleteFormerBuilds, isOfThisBuild } from './caching.ts';

declare const self: ServiceWorkerGlobalScope;

const ANSWERS_WITHIN_MS = 3_000;

/** Whether a newer worker has come: its files are not of a former build. */
export const isReplaced = (): boolean =>
  self.registration.installing !== null || self.registration.waiting !== null;

/**
 * Deletes the files of former builds once no open page runs one: the server may not have these files any more. A page that
 * does not answer, such as a frozen tab, keeps them.
 */
export async function deleteUnusedBuilds(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const programs = await Promise.all(pages.map(askForProgram));
  if (isReplaced()) return;
  if (programs.every((program) => program !== undefined && isOfThisBuild(program)))
    await deleteFormerBuilds();
}

/** The path of the program that a page runs; undefined without an answer. */
function askForProgram(client: Client): Promise<string | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => resolve(String(data)));
    port1.start();
    setTimeout(() => resolve(undefined), ANSWERS_WITHIN_MS);
    client.postMessage({ type: 'program?' }, [port2]);
  });
}
