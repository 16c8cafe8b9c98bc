import { expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../../../test/app/test-app.ts";
import { hostRide } from "../../../../test/fixtures/rides.ts";

interface Page {
  readonly items?: readonly { readonly id: string }[];
  readonly nextCursor?: string;
  readonly fields?: Record<string, string>;
}

test("[domain/privacy:opaque] a cursor shows nothing of the rows, stays the same, and continues only the same list of the same user", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const rides: string[] = [];
  for (const day of [3, 5, 7])
    rides.push((await hostRide(app, ada, { departsAt: `2026-01-0${day}T06:45:00Z` })).id);
  const read = async (path: string, as: TestUser, cursor?: string) =>
    (
      await app.call<Page>("GET", path, {
        as,
        query: { limit: 2, ...(cursor !== undefined && { cursor }) },
      })
    ).body;

  const first = await read("/rides/all", bob);
  const cursor = first.nextCursor ?? "";
  expect(first.items?.map(({ id }) => id)).toEqual(rides.slice(0, 2));
  expect((await read("/rides/all", bob, cursor)).items?.map(({ id }) => id)).toEqual(
    rides.slice(2),
  );
  expect((await read("/rides/all", bob)).nextCursor).toBe(cursor);
  expect(Buffer.from(cursor, "base64url").toString("latin1")).not.toMatch(/2026|-01-|id|at/);

  const unsealed = Buffer.from(
    JSON.stringify({ at: "2026-01-05T06:45:00Z", id: rides[1] }),
  ).toString("base64url");
  const refused = [
    await read("/rides/all", ada, cursor),
    await read(`/rides/my/${ada.uid}`, bob, cursor),
    await read("/rides/all", bob, unsealed),
  ];
  expect(refused.map(({ fields }) => fields)).toEqual(
    refused.map(() => ({ cursor: "This cursor is not valid." })),
  );
});
