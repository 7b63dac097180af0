import type { Control, Part } from './controls.ts';
import type { Effect, PressWindow, Sight } from './press-window.ts';

// Presses each control of a screen once, and tells which did nothing.

/** How long a control may take to be there again. */
const RETURN_MS = 2000;
/** A dialog that a dialog opens is the last one whose controls are pressed. */
const MAX_DEPTH = 2;

export interface Screen {
  /** As messages name it. */
  name: string;
  part: Part;
  /** Opens the screen anew, where one press has ended what it is about. */
  open: () => Promise<void>;
  /** Opens it again with the same data. */
  reopen: () => Promise<void>;
  /** Screens of one group have the same controls, which are pressed on the first one that has them. */
  group: string;
  /** Controls that are not pressed, by the beginning of their key, with the reason. */
  except?: Record<string, string>;
}

export interface Pressed {
  /** Each control, with what it did. */
  effects: Map<string, string>;
  /** Controls that did nothing. */
  problems: string[];
  /** Controls that a press has shown beside the others, and that were gone before they could be pressed. */
  left: string[];
}

/** The kinds of controls that were met, by group of screens. */
export type Seen = Map<string, Set<string>>;

/** One screen with the dialogs that it opens. */
export class Round {
  readonly #window: PressWindow;
  readonly #screen: Screen;
  readonly #seen: Seen;
  readonly #last: Control[][] = [];
  readonly #effects = new Map<string, string>();
  readonly #problems: string[] = [];
  readonly #left: string[] = [];
  /** Where the screen is. It has another address with new data. */
  #place = '';
  /** What can be pressed now; undefined after a press. */
  #sight: Sight | undefined;
  /** Pressed last. */
  #pressed: Control | undefined;

  constructor(window: PressWindow, screen: Screen, seen: Seen) {
    this.#window = window;
    this.#screen = screen;
    this.#seen = seen;
  }

  async run(): Promise<Pressed> {
    await this.#screen.open();
    const { place, controls } = await this.#look();
    this.#place = place;
    await this.#pressAll([], this.#takeNew(controls));
    for (const path of this.#last) await this.#pressAt(path.slice(0, -1), path.at(-1) as Control);
    return { effects: this.#effects, problems: this.#problems, left: this.#left };
  }

  async #look(): Promise<Sight> {
    this.#sight ??= await this.#window.look(this.#screen.part);
    return this.#sight;
  }

  /** Those that no step has met, one of each list. */
  #takeNew(controls: Control[]): Control[] {
    const { except = {} } = this.#screen;
    return controls.filter(({ key, kind, isChosen }) => {
      if (isChosen || Object.keys(except).some((start) => key.startsWith(start))) return false;
      const group = kind.startsWith('calendar|') ? 'calendar' : this.#screen.group;
      const seen = this.#seen.get(group) ?? new Set();
      if (seen.has(kind)) return false;
      this.#seen.set(group, seen.add(kind));
      return true;
    });
  }

  /** Presses links first, which end nothing, and last what may end the subject of the screen. */
  async #pressAll(path: Control[], controls: Control[]): Promise<void> {
    this.#last.push(...controls.filter(({ isFinal }) => isFinal).map((control) => [...path, control]));
    const others = controls.filter(({ isFinal }) => !isFinal);
    for (const control of others.filter(({ address }) => address !== null))
      await this.#pressAt(path, control);
    for (const control of others.filter(({ address }) => address === null))
      await this.#pressAt(path, control);
  }

  async #pressAt(path: Control[], control: Control): Promise<void> {
    let effect: Effect = { did: 'gone' };
    // It may leave between it is seen and pressed.
    for (let tries = 0; tries < 2 && effect.did === 'gone'; tries++)
      if (await this.#reach(path, control)) effect = await this.#press(control);
    const problem = `${this.#screen.name}: ${control.key}`;
    if (effect.did === 'gone' && path.length > 0 && !control.isInDialog) this.#left.push(problem);
    else if (effect.did === 'gone') this.#problems.push(`${problem} is gone when its turn comes`);
    else await this.#judge(path, control, effect);
  }

  async #judge(path: Control[], control: Control, { did, reason }: Effect): Promise<void> {
    this.#effects.set(control.key, did);
    const problem = `${this.#screen.name}: ${control.key}`;
    if (did === 'nothing') this.#problems.push(`${problem} does nothing`);
    if (did === 'not pressed') this.#problems.push(`${problem} cannot be pressed: ${reason}`);
    if (control.address !== null && did !== 'address') return;
    if (path.length >= (control.isInDialog ? MAX_DEPTH : 1)) return;
    const { place, controls } = await this.#look();
    if (place === this.#place) await this.#pressAll([...path, control], this.#takeNew(controls));
  }

  /** Brings the page to where the control can be pressed, by the cheapest way that does. */
  async #reach(path: Control[], control: Control): Promise<boolean> {
    if (await this.#isHere(control)) return true;
    // Closes what is above the control, or undoes what hid it.
    for (const way of [() => this.#closeDialogs(), () => this.#switchBack()]) {
      await way();
      if (await this.#isHere(control)) return true;
    }
    if (path.length > 0 && (await this.#follow(path, control))) return true;
    // New data cannot bring back what a press shows for a moment.
    const isBrief = path.length > 0 && !control.isInDialog;
    for (const way of [() => this.#screen.reopen(), ...(isBrief ? [] : [() => this.#openAnew()])]) {
      await way();
      this.#sight = undefined;
      if (await this.#follow(path, control)) return true;
    }
    return false;
  }

  async #openAnew(): Promise<void> {
    await this.#screen.open();
    this.#sight = undefined;
    this.#place = (await this.#look()).place;
  }

  async #closeDialogs(): Promise<void> {
    await this.#window.closeDialogs(this.#screen.part);
    this.#sight = undefined;
  }

  async #isHere(control: Control): Promise<boolean> {
    if ((await this.#look()).place !== this.#place) return false;
    return (await this.#find(control)) !== undefined;
  }

  /**
   * The control, or the same one of another row after the rows have changed, or a link whose name has changed, such as the
   * bell when the count of notices is read.
   */
  async #find({ key, kind, address }: Control): Promise<Control | undefined> {
    const { controls } = await this.#look();
    return (
      controls.find((control) => control.key === key) ??
      controls.find((control) => control.kind === kind) ??
      (address === null ? undefined : controls.find((control) => control.address === address))
    );
  }

  async #isSoonHere(control: Control): Promise<boolean> {
    const until = Date.now() + RETURN_MS;
    while (!(await this.#isHere(control))) {
      if (Date.now() > until) return false;
      this.#sight = undefined;
    }
    return true;
  }

  /** Presses once more what leads to a control; twice where it is a switch that was on. */
  async #follow(path: Control[], control: Control): Promise<boolean> {
    for (const [index, step] of path.entries()) {
      const next = path[index + 1] ?? control;
      for (let tries = 0; tries < 2 && !(await this.#isHere(next)); tries++) {
        if (!(await this.#isSoonHere(step))) return false;
        await this.#press(step);
        await this.#isSoonHere(next);
      }
    }
    return this.#isSoonHere(control);
  }

  /** A switch that was pressed may hide what it showed before. */
  async #switchBack(): Promise<void> {
    const pressed = this.#pressed;
    if (pressed?.isSwitch && (await this.#isHere(pressed))) await this.#press(pressed);
  }

  async #press(control: Control): Promise<Effect> {
    const found = await this.#find(control);
    if (!found) return { did: 'gone' };
    if (found.isChosen) return { did: 'chosen by another press' };
    this.#pressed = control;
    this.#sight = undefined;
    return this.#window.press(found.key, this.#screen.part);
  }
}
