import { expect, test } from "vitest";
import { parseOperatorText } from "./operator-text.ts";

test("parses the introduction, sections, paragraphs and lists of an operator's text in order", () => {
  const text = [
    "# Terms of the town",
    "",
    "The town runs this",
    "for its people.",
    "",
    "## Who may use it",
    "Anyone who:",
    "- is 18 or older,",
    "- lives here, works here",
    "  or studies here.",
    "",
    "No one else, except:",
    "",
    "- guests.",
    "## Money",
    "",
    "None. <b>Not</b> even & a cent.",
  ];
  const parsed = {
    intro: ["The town runs this for its people."],
    sections: [
      {
        title: "Who may use it",
        blocks: [
          "Anyone who:",
          ["is 18 or older,", "lives here, works here or studies here."],
          "No one else, except:",
          ["guests."],
        ],
      },
      { title: "Money", blocks: ["None. <b>Not</b> even & a cent."] },
    ],
  };
  expect(parseOperatorText(text.join("\n"))).toEqual(parsed);
  expect(parseOperatorText(text.join("\r\n"))).toEqual(parsed);
});

test("treats a text without sections as an introduction", () => {
  expect(parseOperatorText("One.\n\nTwo.")).toEqual({ intro: ["One.", "Two."], sections: [] });
  expect(parseOperatorText("")).toEqual({ intro: [], sections: [] });
});
