import { join } from "node:path";
import { expect, test } from "vitest";
import { exportDatabase } from "#platform/db/export/export-database.ts";
import { productVersion } from "#platform/product-version.ts";
import { signUpWithCode } from "../fixtures/accounts.ts";
import { openChat, sendMessage } from "../fixtures/chats.ts";
import { createBookedRide } from "../fixtures/shared-rides.ts";
import { BACKUPS, REGISTERED } from "./released-backups.ts";

/**
 * Writes the backup of a small community made by this release, which later releases must be able to read. Run it once
 * for each release, and commit the file: `WRITE_BACKUP=1 npm run test:unit -- --project server server/test/upgrade`.
 */
test.runIf(process.env["WRITE_BACKUP"])(
  "a backup of this release for the tests of later ones",
  async () => {
    const { app, host, passenger, ride } = await createBookedRide();
    await signUpWithCode(app, REGISTERED);
    const chat = await openChat(app, passenger, host, ride.id);
    await sendMessage(app, passenger, chat, "I'm at the north entrance.");
    const search = { origin: ride.origin, destination: ride.destination, date: "2026-01-02" };
    await app.call("POST", "/saved-searches", { as: passenger, body: search });
    const file = join(BACKUPS, `${process.env["RELEASE"] ?? productVersion}.backup`);
    expect(await exportDatabase(file, app.connection)).toBeGreaterThan(20);
  },
);
