const countsBySource = new Map<string, number>();

/** Puts the sum of what is unread, part by part, on the icon of the installed app, where the system shows one there. */
export function updateAppBadge(source: "messages" | "notifications", count: number): void {
  countsBySource.set(source, count);
  const sum = [...countsBySource.values()].reduce((total, one) => total + one, 0);
  // Without a count the system would show a dot.
  const shown = sum > 0 ? navigator.setAppBadge?.(sum) : navigator.clearAppBadge?.();
  shown?.catch(() => undefined);
}
