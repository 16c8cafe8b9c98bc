import { expect, test } from "vitest";
import { parseEphemeral } from "./ephemeral-events.ts";

const ID = "01a204bf-db82-7c05-aa3f-aaaaaaaaaaaa";
const TYPING = { type: "chat.typing", conversationId: ID, uid: ID };
const parse = (envelope: unknown) => parseEphemeral(JSON.stringify(envelope));

test("what another release sends is ignored as far as this one does not know it, and never throws", () => {
  const known = { topics: [`user:${ID}`], event: TYPING };
  expect(parse(known)).toEqual(known);
  expect(
    parse({ ...known, topics: ["group:1", `user:${ID}`], event: { ...TYPING, draft: 3 }, hop: 1 }),
  ).toEqual(known);
  expect(parse({ ...known, event: { type: "chat.waving" } })).toBeUndefined();
  expect(parse({ event: TYPING })).toBeUndefined();
  expect(parseEphemeral("not JSON")).toBeUndefined();
});
