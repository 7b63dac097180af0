import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** What a task asks of a person on a phone. */
export interface Effort {
  /** Pages and steps of forms on which something is done. A dialog belongs to the page under it. */
  screens: number;
  /** Values that are given, by typing or by choosing. */
  inputs: number;
  /** Touches, those that put the keyboard's focus into a field included. Typing is none. */
  taps: number;
  /** One-time codes, which are typed without a tap. */
  codes: number;
}

/** Does what a person does, and counts it. */
export class Hand {
  private readonly screens = new Set<string>();
  private readonly count = { inputs: 0, taps: 0, codes: 0 };

  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get effort(): Effort {
    return { screens: this.screens.size, ...this.count };
  }

  async tap(target: Locator): Promise<void> {
    await target.waitFor();
    await this.noteScreen();
    this.count.taps += 1;
    await target.tap();
  }

  /** Types into a field, after a tap on it unless it has the focus. */
  async type(field: Locator, text: string): Promise<void> {
    await field.waitFor();
    if (!(await field.evaluate((element) => element === document.activeElement))) await this.tap(field);
    await this.noteScreen();
    this.count.inputs += 1;
    await field.pressSequentially(text);
  }

  /** Gives a value by one tap or more, such as a day in a calendar. */
  async choose(...targets: readonly Locator[]): Promise<void> {
    this.count.inputs += 1;
    for (const target of targets) await this.tap(target);
  }

  /** The field has the focus, and the last digit sends the code. */
  async giveCode(field: Locator, code: string): Promise<void> {
    await expect(field).toBeFocused();
    await this.noteScreen();
    this.count.codes += 1;
    await this.page.keyboard.type(code);
  }

  private async noteScreen(): Promise<void> {
    this.screens.add(
      await this.page.evaluate(
        () => location.pathname + (document.querySelector('[aria-current="step"]')?.textContent ?? ''),
      ),
    );
  }
}

/** Expects that a task asks for no more than this, and prints what it asks for. */
export function expectEffort(task: string, { effort }: Hand, limit: Effort): void {
  const { screens, inputs, taps, codes } = effort;
  const table = `${screens} of ${limit.screens} screens, ${inputs} of ${limit.inputs} inputs, ${taps} of ${limit.taps} taps`;
  console.log(`${task}: ${table}, ${codes} codes`);
  for (const part of ['screens', 'inputs', 'taps'] as const)
    expect(effort[part], `${task}: ${part}`).toBeLessThanOrEqual(limit[part]);
  expect(codes, `${task}: codes`).toBe(limit.codes);
}
