const KEY = "commonlane.came-back";

/** Remembers that this sign-in cancelled an account deletion, to show a message once the page has loaded. */
export function flagDeletionCancelled(): void {
  try {
    sessionStorage.setItem(KEY, "yes");
  } catch {
    // The user also gets an e-mail.
  }
}

/** Reads and clears the flag. */
export function takeDeletionCancelledFlag(): boolean {
  try {
    const isFlagged = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return isFlagged;
  } catch {
    return false;
  }
}
