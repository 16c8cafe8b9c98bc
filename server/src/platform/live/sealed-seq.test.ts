import { expect, test } from "vitest";
import { LiveHello } from "@commonlane/contract/live";
import { createTestContext } from "../../../test/app/test-context.ts";
import { createSeqSealer } from "./sealed-seq.ts";

const ADA = crypto.randomUUID();

test("[domain/privacy:opaque] a position in the events opens only for its user, and has the same length for every number", async () => {
  const { ctx } = await createTestContext();
  const ada = await createSeqSealer(ctx.db, ADA);
  const bob = await createSeqSealer(ctx.db, crypto.randomUUID());
  const offsets = [
    { xid: "7", id: 1 },
    { xid: "18446744073709551615", id: Number.MAX_SAFE_INTEGER },
  ];
  const texts = offsets.map((offset) => ada.seal(offset));
  expect(texts.map((text) => ada.open(text))).toEqual(offsets);
  expect(texts.map((text) => bob.open(text))).toEqual([undefined, undefined]);
  expect(texts.map(({ length }) => length)).toEqual([59, 59]);
  expect(LiveHello.safeParse({ token: "x", seq: texts[1] }).success).toBe(true);
  for (const forged of ["", "7138.0", "x".repeat(60)]) expect(ada.open(forged)).toBeUndefined();
});
