import type { DataProtection } from "@commonlane/contract/administration";
import { expect, test } from "vitest";
import { createTestApp } from "../../../../test/app/test-app.ts";
import { createAdministrator, createModerator } from "../../../../test/fixtures/moderators.ts";
import { dataInventory } from "../data-inventory/data-inventory.store.ts";
import { activities } from "./data-protection.ts";

test("[domain/legal:record] every table with data about people is in one processing activity, and none is invented", () => {
  const listed = activities.flatMap(({ tables }) => tables.split(" "));
  expect(listed.toSorted()).toEqual([...new Set(listed)].toSorted());
  expect(listed.filter((table) => !(table in dataInventory))).toEqual([]);
  const aboutPeople = Object.entries(dataInventory).filter(([, { erase }]) => erase !== undefined);
  expect(aboutPeople.map(([table]) => table).filter((table) => !listed.includes(table))).toEqual(
    [],
  );
});

test("the retention periods are those of the settings; columns come from the inventory", async () => {
  const app = await createTestApp({ community: { legalEntity: "University of Example" } });
  Object.assign(app.ctx.settings, { MESSAGE_RETENTION_DAYS: 321, DORMANT_AFTER_DAYS: 0 });
  const get = async (as: Awaited<ReturnType<typeof createModerator>>) =>
    (
      await app.call<DataProtection & { code?: string }>("GET", "/administration/data-protection", {
        as,
      })
    ).body;
  expect((await get(await createModerator(app))).code).toBe("administrators_only");
  const record = await get(await createAdministrator(app));
  expect(record).toMatchObject({
    controller: "University of Example",
    contact: "support@example.org",
  });
  const rule = (variable: string) => record.retention.find((one) => one.variable === variable);
  expect(rule("MESSAGE_RETENTION_DAYS")).toMatchObject({ days: 321, period: "321 days" });
  expect(rule("DORMANT_AFTER_DAYS")).toMatchObject({
    days: null,
    period: "while the account exists",
  });
  const messages = record.activities.find(({ name }) => name === "Messages");
  expect(messages?.retention).toContain("321 days");
  expect(messages?.data.find(({ table }) => table === "message")?.columns).toEqual(
    dataInventory["message"]?.personal?.split(" "),
  );
});
