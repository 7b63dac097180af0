// Notices what a press does to a page. Runs in the page.

/** Defines `window.effects`. The browser runs its source, so it uses nothing outside itself. */
export function installEffects(): void {
  const own = window as unknown as { effects?: object };
  if (own.effects) return;
  const HEADERS = 'header.bar, nav.dock';
  const NEVER_MS = 10_000;

  let pending = 0;
  let lastChangeAt = 0;
  let effects = new Set<string>();
  let changedTexts: Node[] = [];
  let pressed: Element | null = null;
  let address = location.href;

  /** The press is of a link to another screen: that it asks for the address is enough, and the screen stays. */
  let staysHere = false;

  const note = (effect: string): void => void effects.add(effect);
  const forget = (): void => {
    effects = new Set();
    changedTexts = [];
  };

  // A request of the app.
  const isCall = (url: string): boolean => new URL(url, location.href).pathname.startsWith('/api/');
  const fetch = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!isCall(url)) return fetch(input, init);
    note(`request ${new URL(url, location.href).pathname}`);
    pending += 1;
    try {
      return await fetch(input, init);
    } finally {
      pending -= 1;
      lastChangeAt = performance.now();
    }
  };
  const Xhr = XMLHttpRequest;
  window.XMLHttpRequest = class extends Xhr {
    override send(body?: Document | XMLHttpRequestBodyInit | null): void {
      note('request');
      pending += 1;
      this.addEventListener('loadend', () => void (pending -= 1));
      super.send(body);
    }
  };

  for (const way of ['pushState', 'replaceState'] as const) {
    const change = history[way].bind(history);
    // The router wraps this once more.
    history[way] = (state, unused, url) => {
      const { origin, pathname } = new URL(url ?? '', location.href);
      if (staysHere && origin === location.origin && pathname !== location.pathname)
        note(`leads to ${url?.toString()}`);
      else change(state, unused, url);
    };
  }

  // What a device does outside of the page.
  const { share, clipboard } = navigator as { share?: unknown; clipboard?: Clipboard };
  if (share)
    Object.defineProperty(navigator, 'share', {
      value: () => Promise.resolve(note('share')),
      configurable: true,
    });
  if (clipboard) {
    const writeText = clipboard.writeText.bind(clipboard);
    clipboard.writeText = (text) => {
      note('clipboard');
      return writeText(text);
    };
  }
  addEventListener('beforeunload', () => note('leaves the page'));

  // What the pointer does on its way to the control is no effect of the press.
  addEventListener('pointerdown', () => forget(), { capture: true });

  // Runs after the handlers of the app, which prevent what the browser does where they do it themselves.
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented) return;
    const { origin, protocol, target, hash, pathname } = link;
    const isOutside = origin !== location.origin || !protocol.startsWith('http');
    if (isOutside || target === '_blank' || staysHere) {
      note(`leads to ${isOutside ? protocol : pathname}`);
      event.preventDefault();
    } else if (hash && pathname === location.pathname && document.getElementById(hash.slice(1)))
      note('leads to a part of the page');
  });

  // A menu closes with any press in it, which says nothing about what was pressed.
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (!(target instanceof Element && target.matches('[popover]') && target.contains(pressed)))
        note('toggle');
    },
    { capture: true },
  );
  for (const type of ['close', 'scroll', 'invalid'])
    document.addEventListener(type, () => note(type), { capture: true, passive: true });
  document.addEventListener('focusin', ({ target }) => {
    const isField = target instanceof Element && target.matches('input, textarea, select, [tabindex="-1"]');
    if (isField && target !== pressed && !pressed?.contains(target)) note('focus');
  });

  /** A change of the header belongs to a press there, and any press may make the app load its other screens. */
  const isElsewhere = (element: Element | null): boolean => {
    if (element === document.head) return true;
    const header = element?.closest(HEADERS) ?? null;
    return header !== null && !header.contains(pressed);
  };
  new MutationObserver((changes) => {
    for (const { type, target } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      if (isElsewhere(element)) continue;
      lastChangeAt = performance.now();
      if (type === 'characterData') {
        changedTexts.push(target);
        note('text');
      } else note(type === 'childList' ? 'content' : 'attribute');
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  /** React has drawn the page, where there is an app. */
  const isDrawn = (): boolean => {
    const root = document.getElementById('root');
    return root === null || Object.keys(root).some((key) => key.startsWith('__reactContainer'));
  };
  const isLoading = (): boolean =>
    pending > 0 ||
    !isDrawn() ||
    document.querySelector('h1') === null ||
    document.readyState === 'loading' ||
    document.querySelector('.sk, [aria-busy=true]') !== null;

  /** Waits until the page loads nothing and does not change, at most some seconds: some pages never rest. */
  async function settle(quietMs = 40, limitMs = NEVER_MS / 2): Promise<void> {
    const startedAt = performance.now();
    let isQuiet = false;
    while (!isQuiet && performance.now() - startedAt < limitMs) {
      await nextFrame();
      isQuiet = !isLoading() && performance.now() - lastChangeAt > quietMs;
    }
  }

  type Choosable = { checked?: boolean; value?: string };
  let stateBefore = '';
  const readState = (): string => {
    const { checked, value } = (pressed ?? {}) as Choosable;
    return `${checked} ${value}`;
  };

  /** Starts to watch for what the press of this control does. */
  function watch(control: Element): void {
    pressed = control;
    staysHere =
      control instanceof HTMLAnchorElement &&
      control.origin === location.origin &&
      control.pathname !== location.pathname;
    stateBefore = readState();
    address = location.href;
    forget();
  }

  /** Texts that change by themselves, such as a clock, change again without a press. */
  async function isClock(): Promise<boolean> {
    const before = new Set(changedTexts);
    changedTexts = [];
    await new Promise((resolve) => setTimeout(resolve, 1200));
    return changedTexts.some((text) => before.has(text));
  }

  /** What the press did, as soon as it is known; '' if nothing within the time. */
  async function read(limitMs: number): Promise<string> {
    const startedAt = performance.now();
    await nextFrame();
    let found = '';
    while (found === '' && performance.now() - startedAt < limitMs) {
      found = await find();
      if (found === '') await nextFrame();
    }
    staysHere = false;
    return found;
  }

  async function find(): Promise<string> {
    if (location.href !== address) return 'address';
    if (readState() !== stateBefore) return 'state';
    const [first = '', ...others] = effects;
    if (first !== 'text' || others.length > 0) return first;
    return (await isClock()) ? '' : first;
  }

  own.effects = { settle, watch, read };
}

/** The page with `installEffects`. */
export interface EffectsWindow {
  effects: {
    settle(quietMs?: number, limitMs?: number): Promise<void>;
    watch(control: Element): void;
    read(limitMs: number): Promise<string>;
  };
}
