const KEY = "commonlane.came-back";

/** Remembers that the sign-in a moment ago kept an account that was to be deleted; it is said once the pages are there. */
export function flagDeletionCancelled(): void {
  try {
    sessionStorage.setItem(KEY, "yes");
  } catch {
    // It is said in a letter, too.
  }
}

/** Whether that is still to be said; asked again it is not. */
export function takeDeletionCancelledFlag(): boolean {
  try {
    const isFlagged = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return isFlagged;
  } catch {
    return false;
  }
}
