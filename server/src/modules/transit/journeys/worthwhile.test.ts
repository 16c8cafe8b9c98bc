import { expect, test } from "vitest";
import { isWorthwhile, type TravelOption } from "./worthwhile.ts";

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const option = (
  departs: string,
  arrives: string,
  { changes = 0, walkMinutes = 0 } = {},
): TravelOption => ({
  departsS: 60 * minutes(departs),
  arrivesS: 60 * minutes(arrives),
  changes,
  walkS: 60 * walkMinutes,
});
const GAIN_S = 300;

test("[domain/transit:worthwhile] a ride to a train stands if it saves more than the change is worth", () => {
  const combined = option("08:00", "09:10", { changes: 1 });
  expect(isWorthwhile(combined, [option("08:05", "10:10", { changes: 1 })], GAIN_S)).toBe(true);
  expect(isWorthwhile(combined, [option("08:00", "09:15")], GAIN_S)).toBe(false);
});

test("[domain/transit:worthwhile] a short ride with two buses does not stand beside one bus with a walk", () => {
  const odd = option("15:26", "16:09", { changes: 2, walkMinutes: 5 });
  const bus = option("15:34", "16:22", { walkMinutes: 24 });
  expect(isWorthwhile(odd, [bus], GAIN_S)).toBe(false);
});

test("[domain/transit:worthwhile] a person in a hurry accepts a change that another one avoids", () => {
  const fast = option("08:00", "08:50", { changes: 1 });
  expect(isWorthwhile(fast, [option("08:00", "09:00")], GAIN_S)).toBe(true);
  expect(isWorthwhile(fast, [option("08:00", "08:55")], GAIN_S)).toBe(false);
});

test("[domain/transit:worthwhile] a better way at another time counts less, the further away it is", () => {
  const combined = option("12:00", "13:00", { changes: 1 });
  const direct = (departs: string, arrives: string) => [option(departs, arrives)];
  expect(isWorthwhile(combined, direct("12:20", "12:50"), GAIN_S)).toBe(false);
  expect(isWorthwhile(combined, direct("15:00", "15:30"), GAIN_S)).toBe(true);
});
