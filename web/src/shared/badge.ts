const parts = new Map<string, number>();

/** Puts the sum of what is unread, part by part, on the icon of the installed app, where the system shows one there. */
export function showBadge(part: "messages" | "notices", count: number): void {
  parts.set(part, count);
  const sum = [...parts.values()].reduce((all, one) => all + one, 0);
  // Without a count the system would show a dot.
  const shown = sum > 0 ? navigator.setAppBadge?.(sum) : navigator.clearAppBadge?.();
  shown?.catch(() => undefined);
}
