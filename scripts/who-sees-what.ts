import {
  type Seen,
  type Stage,
  WHO_SEES_WHAT,
} from "../server/src/modules/privacy/who-sees-what.ts";
import { writeOrCompare } from "./generated-page.ts";

/** Writes the table of docs/security/who-sees-what.md from the policy that the server executes. `--check` only compares. */

const STAGES: Readonly<Record<Stage, string>> = {
  before: "Nothing is agreed: a search, a request, a place in the queue, a reserved seat, an offer",
  agreed: "A seat is confirmed, until `PHONE_VISIBLE_AFTER_H` hours after the arrival",
  past: "Later than that",
  ended: "The request, offer or booking was withdrawn, rejected, cancelled or has expired",
};

const PLACES = {
  exact: "exact",
  approximate: "approximate",
  square: "only in the times of the ride, as a square",
  hidden: "–",
} as const;

const toCells = ({ place, text, plate, phone }: Seen): string[] => [
  PLACES[place],
  text === "hidden" ? "–" : text,
  plate ? "yes" : "–",
  phone ? "yes" : "–",
];

/** Consecutive stages in which a viewer sees the same share a row. */
function toRows(thing: string, viewer: string, byStage: Readonly<Record<string, Seen>>): string[] {
  const stagesByCells = new Map<string, string[]>();
  for (const [stage, seen] of Object.entries(byStage)) {
    const cells = toCells(seen).join(" | ");
    stagesByCells.set(cells, [...(stagesByCells.get(cells) ?? []), stage]);
  }
  const isSame = stagesByCells.size === 1;
  return [...stagesByCells].map(
    ([cells, stages]) =>
      `| ${thing} | ${viewer} | ${isSame ? "always" : stages.join(", ")} | ${cells} |`,
  );
}

const stages = Object.entries(STAGES).map(([name, meaning]) => `- **${name}**: ${meaning}`);
const rows = Object.entries(WHO_SEES_WHAT).flatMap(([thing, byViewer]) =>
  Object.entries(byViewer).flatMap(([viewer, byStage]) => toRows(thing, viewer, byStage)),
);
const generated = [
  ...stages,
  "",
  "| object | viewer | stage | private places | texts | plate | phone, if shared |",
  "| --- | --- | --- | --- | --- | --- | --- |",
  ...rows,
].join("\n");

writeOrCompare({
  page: "docs/security/who-sees-what.md",
  begin: "<!-- generated from server/src/modules/privacy/who-sees-what.ts -->",
  generated,
  command: "npm run generate -- who-sees-what",
});
