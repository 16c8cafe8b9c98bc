import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestContext } from "../../../../test/app/test-context.ts";
import { isListedPublicPlace, isPublicPlace } from "./approximate-place.ts";

test("[domain/privacy:listed-kinds] towns, stations and public places of our list are public at their position; streets and houses never", async () => {
  const { ctx } = await createTestContext();
  const at = { lat: 47.1, lng: 9.5 };
  const common = { town: "Vaduz", state: "", country: "LI", importance: 100, ...at };
  await ctx.db
    .insertInto("place")
    .values([
      { region: "", id: -5, kind: "station", name: "Vaduz Bahnhof", ...common },
      { region: "liechtenstein", id: 7, kind: "stop", name: "Post", ...common },
      { region: "liechtenstein", id: 8, kind: "street", name: "Aeulestrasse", ...common },
    ])
    .execute();
  await sql`insert into place_build values ('liechtenstein', 'liechtenstein', '')`.execute(ctx.db);
  const isPublic = (placeId: string, position = at) => {
    const place = { label: "Somewhere", placeId, ...position };
    return Promise.all([isListedPublicPlace(ctx, place), isPublicPlace(ctx, place)]);
  };
  expect(await isPublic("cl:5")).toEqual([true, true]);
  expect(await isPublic("rg:liechtenstein:7")).toEqual([true, true]);
  expect(await isPublic("rg:liechtenstein:7", { lat: 47.11, lng: 9.5 })).toEqual([false, false]);
  for (const id of ["rg:liechtenstein:8", "at:47.10000:9.50000", "rg:elsewhere:7", "gn:99"])
    expect(await isPublic(id)).toEqual([false, false]);
});
