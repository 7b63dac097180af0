import { describe, expect, inject, test, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    trial: { tests: string[]; mutants: number[] };
  }
}

// Runs the same tests once per mutant, each time on fresh modules, because starting vitest takes longer than the tests.

const { tests, mutants } = inject('trial');

for (const mutant of mutants)
  describe(`${mutant}`, async () => {
    vi.resetModules();
    Object.assign(globalThis, { mutant });
    try {
      for (const path of tests) await import(/* @vite-ignore */ path);
    } catch (error) {
      test('can be loaded', () => {
        expect(error).toBeUndefined();
      });
    }
  });
