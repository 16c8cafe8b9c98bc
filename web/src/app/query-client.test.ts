import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createQueryClient } from "./query-client.ts";

/** A list on screen whose replies are given by hand, in the order of its calls. */
function openList() {
  const client = createQueryClient();
  const calls: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ["list"],
    queryFn: () => {
      const call = Promise.withResolvers<string>();
      calls.push(call);
      return call.promise;
    },
  });
  observer.subscribe(() => undefined);
  return { client, calls, shown: () => observer.getCurrentResult().data };
}

test("a list that is invalidated while it loads for the first time is loaded once more", async () => {
  const { client, calls, shown } = openList();
  void client.invalidateQueries({ queryKey: ["list"] });
  void client.invalidateQueries({ queryKey: ["list"] });
  calls[0]?.resolve("before the change");
  await expect.poll(() => calls.length).toBe(2);
  calls[1]?.resolve("after the change");
  await expect.poll(shown).toBe("after the change");
  expect(calls).toHaveLength(2);
});

test("a list that nothing invalidated is loaded once", async () => {
  const { calls, shown } = openList();
  calls[0]?.resolve("loaded");
  await expect.poll(shown).toBe("loaded");
  expect(calls).toHaveLength(1);
});
