import { expect, test } from "vitest";
import * as z from "zod/mini";
import {
  DisplayName,
  findNameProblem,
  isLookalikeName,
  joinNames,
  LastName,
  PersonName,
} from "./person-names.ts";

test.each(
  [
    [
      "Ada",
      "Élodie",
      "Anne-Marie",
      "O’Connor",
      "D'Angelo",
      "van der Berg",
      "J.R.",
      "St. John",
      "María José",
    ],
    [
      "Nguyễn",
      "Nguyễn".normalize("NFD"),
      "Łukasz",
      "Ørsted",
      "Ιωάννης",
      "Александр",
      "Наталʼя",
      "محمد",
      "علی‌رضا",
    ],
    [
      "יוסף",
      "प्रिया",
      "ஆனந்த்",
      "ณัฐพงศ์",
      "გიორგი",
      "Հայկ",
      "山田",
      "さくら",
      "エリック",
      "김민준",
      "陳Eric",
      "Gal·la",
    ],
    ["Kim", "Supporta", "Adminton", "Modesty", "E"],
    [
      "O´Brien",
      "O`Brien",
      "O′Brien",
      "O‘Brien",
      "Oʻtkir",
      "Hawaiʻi",
      "ʿAlī",
      "Zakarīyāʾ",
      "Jean–Luc",
      "Jean‐Luc",
      "Ravi a/l Kumar",
      "Siti a/p Raman",
      "a/l",
    ],
    // Sinhala, Devanagari, Bengali and older Malayalam need joiners to show the letters of the name.
    [
      "ශ්\u200Dරී",
      "कृष्\u200Dणा",
      "পার্\u200Cবতী",
      "രാജന്\u200D",
      "ג׳ורג׳",
      "阿卜杜拉•买买提",
      "ジョン･スミス",
      "渡邉\u{E0100}",
      "M.ª Carmen",
    ],
  ].flat(),
)("accepts %j as a name", (name) => {
  expect(findNameProblem(name)).toBeUndefined();
});

test.each([
  ["\u200B", "Please use letters that can be seen."],
  ["\u2800", "Please use letters that can be seen."],
  ["\u3164", "Please use letters that can be seen."],
  ["\u00AD", "Please use letters that can be seen."],
  ["\u115F", "Please use letters that can be seen."],
  ["Ali\u202Ece", "Please use letters that can be seen."],
  ["Ada\u200B", "Please use letters that can be seen."],
  ["A\u200Cda", "Please use letters that can be seen."],
  ["श\u200Dर", "Please use letters that can be seen."],
  ["123", "Please use letters that can be seen."],
  ["- '", "Please use letters that can be seen."],
  ["Аlice", "Please use the letters of one script."],
  ["Aliсe", "Please use the letters of one script."],
  ["Άda", "Please use the letters of one script."],
  ["Support Team ✔", "Please use only letters, spaces, hyphens and apostrophes."],
  ["Ada 99", "Please use only letters, spaces, hyphens and apostrophes."],
  ["+4917012345678", "Please use letters that can be seen."],
  ["Call +49 170 123", "Please use only letters, spaces, hyphens and apostrophes."],
  ["ada@example", "Please use only letters, spaces, hyphens and apostrophes."],
  ["evil/com", "Please use only letters, spaces, hyphens and apostrophes."],
  ["evil.com", "Please leave out links. A full stop may only follow an initial."],
  ["t.me", "Please leave out links. A full stop may only follow an initial."],
  ["A\u0300\u0301\u0302\u0303\u0304da", "Please use fewer accents on one letter."],
  ["A".repeat(41), "Please use at most 40 characters."],
  ["Admin", "This name is reserved. Please use your own."],
  ["ADMÍN", "This name is reserved. Please use your own."],
  ["A d m i n", "This name is reserved. Please use your own."],
  ["Ad-min", "This name is reserved. Please use your own."],
  ["Support Anna", "This name is reserved. Please use your own."],
  ["Anna Moderator", "This name is reserved. Please use your own."],
  ["Аԁміп", "This name is reserved. Please use your own."],
  ["Commonlane", "This name is reserved. Please use your own."],
])("rejects %j as a name: %s", (name, problem) => {
  expect(findNameProblem(name)).toBe(problem);
});

test("recognises lookalikes of the community's name", () => {
  expect(isLookalikeName("Freiburg Rides", "Freiburg rides")).toBe(true);
  expect(isLookalikeName("FreiburgRìdes", "Freiburg Rides")).toBe(true);
  expect(isLookalikeName("Frеiburg Rides", "Freiburg Rides")).toBe(true);
  expect(isLookalikeName("Freiburg", "Freiburg Rides")).toBe(false);
});

test("stores a name composed and with single spaces, and reports its problem", () => {
  expect(PersonName.parse(" Anne  Marie ")).toBe("Anne Marie");
  expect(PersonName.parse("Ele\u0301na")).toBe("Eléna");
  expect(z.safeParse(PersonName, "evil.com").error?.issues.map(({ message }) => message)).toEqual([
    "Please leave out links. A full stop may only follow an initial.",
  ]);
});

test("[domain/input:names] stores one apostrophe, one hyphen and one space, however they were typed", () => {
  for (const typed of [
    "O'Neill",
    "O’Neill",
    "O´Neill",
    "O`Neill",
    "O′Neill",
    "O‘Neill",
    " O＇Neill ",
  ])
    expect(PersonName.parse(typed)).toBe("O'Neill");
  for (const typed of ["Jean-Luc", "Jean–Luc", "Jean‐Luc", "Jean‑Luc", "Jean−Luc", "Jean－Luc"])
    expect(PersonName.parse(typed)).toBe("Jean-Luc");
  expect(DisplayName.parse(" Ada   O’Neill ")).toBe("Ada O'Neill");
  for (const typed of ["买买提·阿卜杜拉", "买买提•阿卜杜拉", "买买提‧阿卜杜拉"])
    expect(PersonName.parse(typed)).toBe("买买提·阿卜杜拉");
  expect(PersonName.parse("渡邉\u{E0100}")).toBe("渡邉");
  expect(PersonName.parse("Ravi a/l Kumar")).toBe("Ravi a/l Kumar");
});

test("[domain/input:one-name] a last name can be empty for a person with one name, a first name cannot", () => {
  expect(LastName.parse("  ")).toBe("");
  expect(LastName.safeParse("Admin").success).toBe(false);
  expect(PersonName.safeParse("  ").success).toBe(false);
  expect(joinNames("Suharto", "")).toBe("Suharto");
  expect(joinNames("Ada", "Muster")).toBe("Ada Muster");
});
