import { beforeEach, expect, test, vi } from "vitest";
import { findReturnTarget, saveLinkedPage } from "./return-target.ts";

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});

test("a sign-in that was opened from a public ride returns to it", () => {
  saveLinkedPage("?next=/rides/01a1fb9c-97b4-704a-9727-71e55b593734");
  expect(findReturnTarget("anyone")).toEqual({
    to: "/rides/01a1fb9c-97b4-704a-9727-71e55b593734",
    reason: "link",
  });
});

test("a sign-in of somebody who came from a neighbouring community returns to the ride with their stops", () => {
  const to = "/rides/01a1fb9c?from=49.00625,8.40059&to=-50.9308,6.94547";
  saveLinkedPage(`?${new URLSearchParams({ next: to }).toString()}`);
  expect(findReturnTarget("anyone")).toEqual({ to, reason: "link" });
});

test("a link cannot name another website or an action to return to", () => {
  const others = [
    "//evil.example",
    "https://evil.example/rides/1",
    "/rides/1/../../evil",
    "/rides/1?x=1",
    "/\\evil",
    "",
  ];
  for (const next of others) {
    saveLinkedPage(`?next=${next}`);
    saveLinkedPage(`?${new URLSearchParams({ next }).toString()}`);
    expect(findReturnTarget()).toBeUndefined();
  }
  saveLinkedPage("");
  expect(findReturnTarget()).toBeUndefined();
});
