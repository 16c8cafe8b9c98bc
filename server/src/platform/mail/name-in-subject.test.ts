import { expect, test } from "vitest";
import { safeNameForSubject } from "./compose-email.ts";

test("a subject contains a first name of letters, and no other user-chosen text", () => {
  const shown = {
    "Ada M.": "Ada",
    Ada: "Ada",
    "Anne-Marie d. L.": "A member",
    "Anne-Marie L.": "Anne-Marie",
    "Anna Maria K.": "Anna Maria",
    "D’Arcy O.": "D’Arcy",
    "Zoe\u0308 F.": "Zoë",
    "अनिता श.": "अनिता",
    "李 小.": "李",
    "Claim EUR 500 now evil.com/x?id=77 call +4917012345678 X.": "A member",
    "evil.com": "A member",
    "Ada 2": "A member",
    "+4917012345678": "A member",
    "Ali\u202ece B.": "A member",
    "\u3164": "A member",
    "\u200b": "A member",
    ["A".repeat(41)]: "A member",
    "": "A member",
  };
  for (const [name, subject] of Object.entries(shown))
    expect([name, safeNameForSubject("en", name)]).toEqual([name, subject]);
  expect(safeNameForSubject("en", undefined)).toBe("A member");
});
