import { expect, test } from "vitest";
import { loadOnce } from "./load-once.ts";

test("[domain/work:failed-load] what fails to load is loaded again at the next call, and is then kept", async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads++;
    if (loads === 1) throw new Error("out of memory");
    return { loads };
  });
  const [first, beside] = await Promise.allSettled([load(), load()]);
  expect(first).toMatchObject({ status: "rejected", reason: { message: "out of memory" } });
  expect(beside).toEqual(first);
  expect(await load()).toEqual({ loads: 2 });
  expect(await load()).toEqual({ loads: 2 });
});
