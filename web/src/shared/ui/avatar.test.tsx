import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Avatar } from "./Avatar.tsx";

const colourOf = (props: Parameters<typeof Avatar>[0]) =>
  /--hue:(\d+)/.exec(renderToStaticMarkup(<Avatar {...props} />))?.[1];

test("a person has one colour, however much of their name is shown", () => {
  const amara = "01a204bf-db82-7c05-aa3f-aaaaaaaaaaaa";
  const jonas = "01a204bf-db82-7c05-aa3f-bbbbbbbbbbbb";
  const full = colourOf({ uid: amara, name: "Amara Okafor" });
  expect(full).toMatch(/^\d+$/);
  expect(colourOf({ uid: amara, name: "Amara O.", initials: "AO" })).toBe(full);
  expect(colourOf({ uid: jonas, name: "Amara Okafor" })).not.toBe(full);
});
