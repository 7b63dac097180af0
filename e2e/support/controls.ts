// Finds the controls of a page. Runs in the page.

export interface Control {
  /** The same in each drawing of the screen: the dialog that it is in, role, name and number among equal ones. */
  key: string;
  /** Equal for the controls of the rows of a list, of which one is pressed. */
  kind: string;
  /** May end what the screen is about, so it is pressed last. */
  isFinal: boolean;
  /** Chosen already, so that pressing it does nothing. */
  isChosen: boolean;
  /** Where a link leads; null for what is no link. */
  address: string | null;
  isSwitch: boolean;
  /** Or in a menu. */
  isInDialog: boolean;
}

/** Which part of the page: the screen, or header, footer and navigation around it, which all screens share. */
export type Part = 'screen' | 'frame';

/** Defines `window.controls`. The browser runs its source, so it uses nothing outside itself. */
export function installControls(): void {
  const CONTROLS =
    'button, a[href], summary, select, input:is([type=checkbox], [type=radio], [type=file], [type=submit], [type=button]), [role=button], [role=tab], [role=switch], [role=menuitem], [role=option]';
  const FRAME = 'header.bar, footer.foot, nav.dock';
  /** Toasts leave by themselves, and one reads a skip link with the keyboard only. */
  const LEFT_OUT = '.toasts, .skip';
  /** Of a long list of choices one more is pressed. */
  const MAX_CHOICES = 4;
  const ROW = 'li, tr, article';
  /** The repeated parts of a form have a fieldset each. */
  const ROW_OF_BUTTONS = `${ROW}, fieldset`;

  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 1 &&
      height > 1 &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      getComputedStyle(element).clipPath === 'none'
    );
  };

  /** The label of a control that is itself hidden or covered, otherwise the control. */
  const findTarget = (control: Element): Element => {
    if (!(control instanceof HTMLInputElement) || isShown(control)) return control;
    return [...(control.labels ?? [])].find(isShown) ?? control;
  };

  const readText = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element) || node.matches('[aria-hidden=true], script, style')) return '';
    if (node instanceof HTMLImageElement) return node.alt;
    return node.getAttribute('aria-label') ?? [...node.childNodes].map(readText).join(' ');
  };

  const readName = (control: Element): string => {
    // What follows the first text of a summary is often what the form below it holds.
    if (control.matches('summary')) {
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
      return (texts.nextNode()?.nodeValue ?? '').trim();
    }
    const labelledBy = (control.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean);
    const labels =
      control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control.labels : null;
    const name =
      control.getAttribute('aria-label') ??
      (labelledBy.length > 0
        ? labelledBy.map((id) => readText(document.getElementById(id) ?? control)).join(' ')
        : labels && labels.length > 0
          ? [...labels].map(readText).join(' ')
          : readText(control));
    return (name.trim() || control.getAttribute('title') || '').replaceAll(/\s+/g, ' ').slice(0, 80);
  };

  const ROLES: Record<string, string> = { A: 'link', SUMMARY: 'summary', SELECT: 'select', BUTTON: 'button' };
  const readRole = (control: Element): string =>
    control.getAttribute('role') ??
    (control instanceof HTMLInputElement ? control.type : (ROLES[control.tagName] ?? 'button'));

  /** The one dialog on top, which alone can be pressed. */
  const findDialog = (): Element | undefined => [...document.querySelectorAll('dialog:modal')].at(-1);

  /** Numbers change with time and data. */
  const withoutNumbers = (text: string): string => text.replaceAll(/[\d,.]*\d/g, '#');

  const readPlace = (control: Element): string => {
    const dialog = control.closest('dialog[open], [role=dialog]');
    if (!dialog) return '';
    const title = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')?.textContent;
    return withoutNumbers(title ?? dialog.getAttribute('aria-label') ?? 'dialog');
  };

  /** The elements from the control up to the screen, by tag and class: equal in all rows of a list. */
  const readShape = (control: Element): string => {
    const parts: string[] = [];
    for (let at: Element | null = control; at && at !== document.body; at = at.parentElement)
      parts.push(
        `${at.tagName}.${[...at.classList].filter((name) => !/^(?:on|is-.*|av-.)$/.test(name)).join('.')}`,
      );
    return parts.join('<');
  };

  /** A row has a neighbour of the same tag. */
  const isInRows = (control: Element): boolean => {
    const selector = control instanceof HTMLButtonElement ? ROW_OF_BUTTONS : ROW;
    for (let row = control.closest(selector); row; row = row.parentElement?.closest(selector) ?? null) {
      const { tagName } = row;
      const neighbours = [...(row.parentElement?.children ?? [])].filter(
        (other) => other.tagName === tagName,
      );
      if (neighbours.length > 1) return true;
    }
    return false;
  };

  /** A link of a row is named by its data; a button, and a link that looks like one, by its first word. */
  const readKind = (control: Element, name: string): string => {
    const role = readRole(control);
    // Every date field opens the same calendar.
    if (control.closest('.cal')) return `calendar|${role}|${control.closest('td') ? 'day' : name}`;
    if (control instanceof HTMLInputElement && control.type === 'radio' && control.name !== '') {
      const group = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')];
      const place = group.filter((other) => other.name === control.name).indexOf(control);
      if (place >= MAX_CHOICES) return [readPlace(control), role, control.name, 'further'].join('|');
    }
    if (!isInRows(control)) return '';
    const isNamedByData = role === 'link' && !control.matches('.btn');
    return [
      readPlace(control),
      role,
      isNamedByData ? '' : withoutNumbers(name).split(' ')[0],
      readShape(control),
    ].join('|');
  };

  /** What is chosen already has nothing to do. */
  const isChosen = (control: Element): boolean =>
    // One of several buttons side by side.
    (control.matches('[aria-pressed=true]') &&
      [...(control.parentElement?.children ?? [])].some((other) => other.matches('[aria-pressed=false]'))) ||
    (control instanceof HTMLInputElement && control.type === 'radio' && control.checked) ||
    control.matches('[role=tab][aria-selected=true], [role=option][aria-selected=true]') ||
    (control instanceof HTMLAnchorElement && control.href === location.href);

  const isDisabled = (control: Element): boolean =>
    (control instanceof HTMLSelectElement &&
      [...control.options].every(({ selected, disabled }) => selected || disabled)) ||
    // A button that waits a moment before it can be pressed is not disabled.
    control.matches(':disabled, [aria-disabled=true]:not(.is-wait)') ||
    control.closest('[inert]') !== null;

  const isFinal = (control: Element): boolean =>
    control.matches('button:not([type=button]), button.danger, input[type=submit]') ||
    (control.closest('dialog') !== null && control.matches('.btn:is(.primary, .accent, .danger)')) ||
    /log ?out|leave/i.test(readName(control));

  function list(part: Part): { control: Control; element: Element }[] {
    const dialog = findDialog();
    const counts = new Map<string, number>();
    return [...(dialog ?? document.body).querySelectorAll(CONTROLS)].flatMap((element) => {
      if (element.closest(LEFT_OUT)) return [];
      if (!dialog && (element.closest(FRAME) !== null) !== (part === 'frame')) return [];
      if (!isShown(findTarget(element)) || isDisabled(element)) return [];
      const name = readName(element);
      const described = [readPlace(element), `${readRole(element)} “${withoutNumbers(name)}”`].filter(
        Boolean,
      );
      const base = described.join(' › ');
      const count = (counts.get(base) ?? 0) + 1;
      counts.set(base, count);
      const key = count === 1 ? base : `${base} no. ${count}`;
      const kind = readKind(element, name) || key;
      const control = {
        key,
        kind,
        isFinal: isFinal(element),
        isChosen: isChosen(element),
        address: element instanceof HTMLAnchorElement ? element.href : null,
        isSwitch: element instanceof HTMLInputElement && element.type === 'checkbox',
        isInDialog: dialog !== undefined || element.closest('[popover]') !== null,
      };
      return [{ element, control }];
    });
  }

  /** Closing a dialog comes after its other controls. */
  const isClosing = ({ element }: { element: Element }): boolean => element.matches('dialog .dg-h button');
  const listInOrder = (part: Part) => {
    const all = list(part);
    return [...all.filter((one) => !isClosing(one)), ...all.filter(isClosing)];
  };

  Object.assign(window, { controls: { list: listInOrder, findTarget } });
}

/** The page with `installControls`. */
export interface ControlsWindow {
  controls: {
    list(part: Part): { control: Control; element: Element }[];
    findTarget(control: Element): Element;
  };
}
