const KEY = "commonlane.came-back";

/** Remembers that the sign-in a moment ago kept an account that was to be deleted; it is said once the pages are there. */
export function noteCameBack(): void {
  try {
    sessionStorage.setItem(KEY, "yes");
  } catch {
    // It is said in a letter, too.
  }
}

/** Whether that is still to be said; asked again it is not. */
export function tellsCameBack(): boolean {
  try {
    const noted = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return noted;
  } catch {
    return false;
  }
}
