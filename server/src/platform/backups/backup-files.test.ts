import { expect, test } from "vitest";
import { backupFileName, selectExpired } from "./scheduled-backups.ts";

const now = new Date("2026-03-20T05:00:00Z");
const daysAgo = (days: number, encrypted = false) =>
  backupFileName(new Date(now.getTime() - days * 86_400_000), encrypted);

test("backups are deleted after the days to keep, unfinished ones after one, and other files never", () => {
  const names = [
    daysAgo(0),
    daysAgo(13.9),
    daysAgo(14.1),
    daysAgo(30, true),
    `${daysAgo(0.5)}.partial`,
    `${daysAgo(1.5, true)}.partial`,
    "commonlane-notes.txt",
    "commonlane-20200101T000000Z.gz.mine",
    "photos.gz",
  ];
  expect(selectExpired(names, { now, keepDays: 14 })).toEqual([
    daysAgo(14.1),
    daysAgo(30, true),
    `${daysAgo(1.5, true)}.partial`,
  ]);
});

test("the newest backup is kept however old it is", () => {
  const names = [daysAgo(99), daysAgo(88, true), `${daysAgo(2)}.partial`];
  expect(selectExpired(names, { now, keepDays: 1 })).toEqual([
    daysAgo(99),
    `${daysAgo(2)}.partial`,
  ]);
});
