/**
 * Browsers translate a page by putting elements in the place of its texts. React keeps writing to the texts that are no
 * longer in the page: a countdown would stand still and a seat count would stay, and removing such a text would fail.
 * So a text that changes comes back in the place of its translation, where the browser translates it again.
 */
const translations = new WeakMap<Node, HTMLElement>();

function asTranslation(node: Node | null | undefined): HTMLElement | undefined {
  return node instanceof HTMLElement && node.localName === "font" ? node : undefined;
}

/** Follows the browser's translation of everything in `root`. */
export function followPageTranslation(root: Node): void {
  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === "characterData") showChangedText(record.target);
      else
        for (const removed of record.removedNodes) rememberTranslation(observer, removed, record);
    }
  });
  observer.observe(root, {
    childList: true,
    subtree: true,
  });
  letReactFindTranslations();
}

function showChangedText(text: Node): void {
  const translation = translations.get(text);
  if (!text.isConnected && translation?.isConnected) translation.replaceWith(text);
}

function rememberTranslation(
  observer: MutationObserver,
  removed: Node,
  record: MutationRecord,
): void {
  if (!(removed instanceof Text) || removed.isConnected) return;
  const beside = [...record.addedNodes, record.previousSibling, record.nextSibling];
  const translation = beside.map(asTranslation).find((element) => element !== undefined);
  if (!translation) return;
  translations.set(removed, translation);
  // Its later changes, although it is not in the page.
  observer.observe(removed, { characterData: true });
}

/** The translation of a text that React believes to be in `parent`. */
function translationIn(parent: Node, text: Node): HTMLElement | undefined {
  const translation = text.parentNode === parent ? undefined : translations.get(text);
  return translation?.parentNode === parent ? translation : undefined;
}

/** A text that is put into the page again leaves its translation. */
function dropTranslation(text: Node): void {
  if (!text.isConnected) translations.get(text)?.remove();
}

/** React removes, moves and inserts before texts; what it means is their translation. */
function letReactFindTranslations(): void {
  redirect("removeChild", (parent, [child]) => [child && (translationIn(parent, child) ?? child)]);
  redirect("appendChild", (_, [child]) => {
    if (child) dropTranslation(child);
    return [child];
  });
  redirect("insertBefore", (parent, [child, before]) => {
    const place = before && (translationIn(parent, before) ?? before);
    if (child) dropTranslation(child);
    return [child, place];
  });
}

type Arguments = readonly (Node | null | undefined)[];

function redirect(
  method: "removeChild" | "appendChild" | "insertBefore",
  change: (parent: Node, nodes: Arguments) => Arguments,
): void {
  const original = Reflect.get(Node.prototype, method);
  Reflect.set(
    Node.prototype,
    method,
    function redirected(this: Node, ...nodes: Arguments): unknown {
      return Reflect.apply(original, this, change(this, nodes));
    },
  );
}
