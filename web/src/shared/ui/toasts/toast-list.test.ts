import { expect, test } from "vitest";
import { ACCOUNT_TOAST_DURATION_MS, TOAST_LEAVE_MS, createToastList } from "./toast-list.ts";

test("[spec/9-toast:interface-default] an interface toast stays 3000 ms by default and leaves in 300", () => {
  const list = createToastList();
  list.add({ message: "Saved." });
  list.add({ message: "Copied.", durationMs: 10_000 });
  expect(list.items().map(({ durationMs }) => durationMs)).toEqual([10_000, 3000]);
  expect(TOAST_LEAVE_MS).toBe(300);
});

test("[spec/9-toast:accounts-default] an account toast stays 5000 ms by default", () => {
  expect(ACCOUNT_TOAST_DURATION_MS).toBe(5000);
});

test("shows the newest first and removes the oldest above the limit", () => {
  const list = createToastList();
  let changes = 0;
  const stop = list.subscribe(() => changes++);
  for (let number = 1; number <= 8; number++) list.add({ message: `Message ${number}` });
  expect(list.items().map(({ message }) => message)).toEqual(
    [8, 7, 6, 5, 4].map((number) => `Message ${number}`),
  );
  stop();
  list.remove(list.items()[0]?.id ?? 0);
  expect(list.items()).toHaveLength(4);
  expect(changes).toBe(8);
});
