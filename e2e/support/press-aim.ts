import type { ControlsWindow, Part } from './controls.ts';
import type { EffectsWindow } from './press-effects.ts';

/**
 * Runs in the page. Scrolls to the control and returns where to press, or why it cannot be pressed; null if it is gone.
 * Chooses another option of a select box.
 */
export async function aimAt({
  key,
  part,
}: {
  key: string;
  part: Part;
}): Promise<string | null | { x: number; y: number } | { chosen: string }> {
  const { controls, effects } = window as unknown as ControlsWindow & EffectsWindow;
  const found = controls.list(part).find(({ control }) => control.key === key);
  if (!found) return null;
  const { element } = found;
  if (element instanceof HTMLSelectElement) {
    effects.watch(element);
    const other = [...element.options].find((option) => !option.selected && !option.disabled);
    if (!other) return null;
    other.selected = true;
    for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }));
    return { chosen: other.text };
  }
  const target = controls.findTarget(element);
  target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  (element as HTMLElement).focus({ preventScroll: true });
  await effects.settle(20);
  while (element.matches('.is-wait')) await new Promise((resolve) => requestAnimationFrame(resolve));
  const inside = (at: Element | null): boolean =>
    at !== null &&
    (target.contains(at) || element.contains(at)) &&
    at.closest('a, button, label, summary') === target.closest('a, button, label, summary');
  let covering = '';
  // A link of several lines has no text in its middle, and a label may have a link there.
  for (const { left, top, width, height } of [target.getBoundingClientRect(), ...target.getClientRects()])
    for (const part of [0.5, 0.1, 0.9]) {
      const [x, y] = [left + width * part, top + height / 2];
      const at = document.elementFromPoint(x, y);
      if (inside(at)) {
        effects.watch(element);
        return { x, y };
      }
      covering ||= at ? `${at.tagName.toLowerCase()}.${at.className}` : 'nothing, outside of the window';
    }
  return `${covering} is above it`;
}
