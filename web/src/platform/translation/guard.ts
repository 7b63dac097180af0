/**
 * Keeps React working on a page that the browser translates. Chrome's translation replaces each text node by a <font> with
 * the translation. React still holds the text node: it throws when it removes the node or inserts before it, and what it
 * writes into it is never seen.
 *
 * The usual patch of `removeChild` and `insertBefore` only avoids the exception, and leaves the old text. Putting every text
 * into an element of its own would have to be kept up in every component. Here the element that stands for a text node is
 * remembered: it goes when the text goes, and the text takes its place again when it changes, to be translated anew.
 */
export function guardAgainstTranslation(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called below with the node that they belong to
  const { removeChild, insertBefore } = Node.prototype;
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  new MutationObserver(noteTranslations).observe(document, { childList: true, subtree: true });

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child;
    findTranslation(child)?.remove();
    return child;
  };

  Node.prototype.insertBefore = function <Added extends Node>(
    this: Node,
    added: Added,
    before: Node | null,
  ): Added {
    if (before === null || before.parentNode === this) return insertBefore.call(this, added, before) as Added;
    const translation = findTranslation(before);
    return insertBefore.call(this, added, translation?.parentNode === this ? translation : null) as Added;
  };

  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, text: string | null) {
      nodeValue?.set?.call(this, text);
      if (this.parentNode === null) findTranslation(this)?.replaceWith(this);
    },
  });
}

const TRANSLATION = 'FONT';
const translations = new WeakMap<Node, Element>();

/** What stands for a text node in the page. */
function findTranslation(node: Node): Element | undefined {
  const translation = translations.get(node);
  return translation?.isConnected ? translation : undefined;
}

/** A text is replaced in one step, or the translation is put beside it and then the text is removed. */
function noteTranslations(records: readonly MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records)
    for (const added of addedNodes)
      if (added instanceof Element && added.tagName === TRANSLATION)
        for (const text of [...removedNodes, previousSibling, nextSibling])
          if (text?.nodeType === Node.TEXT_NODE && text.parentNode === null) translations.set(text, added);
}
