/** Users who have seen the steps in this tab, in case the server could not store it. */
const shownTo = new Set<string>();

export const markWelcomeShown = (uid: string): void => void shownTo.add(uid);
export const wasWelcomeShown = (uid: string): boolean => shownTo.has(uid);
