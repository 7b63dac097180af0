import { renderToString } from 'react-dom/server';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { toast, useToasts, type Toast } from './toasts.ts';

function readToasts(): readonly Toast[] {
  let toasts: readonly Toast[] = [];
  function Reader() {
    toasts = useToasts();
    return null;
  }
  renderToString(createElement(Reader));
  return toasts;
}

test('a toast stays for 5000 ms or for the given duration', () => {
  toast.success('Saved');
  toast.error('Rule', { durationMs: 8000 });
  expect(readToasts().map(({ text, durationMs }) => [text, durationMs])).toEqual([
    ['Saved', 5000],
    ['Rule', 8000],
  ]);
});
