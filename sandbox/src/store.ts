import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEmptyState, type Message, type State } from './state.ts';

export interface Store {
  state: State;
  /** Resolves when everything changed so far is on disk. Calls that come during a write share the next one. */
  flush(): Promise<void>;
}

export async function openStore(dataDir: string | undefined): Promise<Store> {
  if (dataDir === undefined) return { state: createEmptyState(), flush: () => Promise.resolve() };
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'sandbox.json');
  const state = await readState(file);

  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  const write = async () => {
    await writing.catch(() => undefined);
    next = null;
    writing = replaceFile(file, JSON.stringify(state));
    await writing;
  };
  return { state, flush: () => (next ??= write()) };
}

async function readState(file: string): Promise<State> {
  try {
    const saved: Partial<State> = JSON.parse(await readFile(file, 'utf8'));
    // Messages of older versions had no id.
    const messages = (saved.messages ?? []).filter(({ id }: Partial<Message>) => id !== undefined);
    return { ...createEmptyState(), ...saved, messages };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return createEmptyState();
    throw new Error(`the sandbox's memory ${file} cannot be read; remove it to start afresh`, {
      cause: error,
    });
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}
