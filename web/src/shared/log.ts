/** The only module that writes to the browser console. */
export const log = {
  error(message: string, details: Record<string, unknown>): void {
    // oxlint-disable-next-line no-console -- every other file logs through here
    console.error(message, details);
  },
  /** For what is worth knowing while looking for a fault, but is none. */
  debug(message: string, details: Record<string, unknown>): void {
    // oxlint-disable-next-line no-console -- every other file logs through here
    console.debug(message, details);
  },
};
