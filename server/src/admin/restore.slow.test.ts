import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createApp } from "#bootstrap/app.ts";
import { createAuthenticator } from "#modules/accounts/sessions/index.ts";
import { grantAdministratorRole } from "#modules/moderation/index.ts";
import { RideIndex } from "#modules/rides/search/index.ts";
import { writeJournal } from "#platform/backups/revocation-journal.ts";
import { type Connection, connect, openDatabase } from "#platform/db/database.ts";
import { listRootFolders } from "#platform/db/embedded/root-folders.ts";
import { importDatabase } from "#platform/db/export/import-database.ts";
import { appliedMigrations } from "#platform/db/migrate.ts";
import { migrations } from "#platform/db/migrations.ts";
import { buildDatabaseUrl } from "#platform/db/read-database-url.ts";
import { whileMarked } from "#platform/db/restored-access/unfinished-restore.ts";
import { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import { runAdminCommand } from "../../test/app/run-admin.ts";
import { createCaller, createTestApp, type TestApp } from "../../test/app/test-app.ts";
import { createTestDatabase } from "../../test/app/test-database.ts";
import { createTestFolder } from "../../test/app/test-folders.ts";
import { deleteAccountCompletely } from "../../test/fixtures/account-deletion.ts";
import { PASSWORD, refresh, signIn, signUpWithCode } from "../../test/fixtures/accounts.ts";
import { confirmByPassword } from "../../test/fixtures/passkeys.ts";
import { createAdministrator } from "../../test/fixtures/moderators.ts";

const NEW_PASSWORD = "Another horse 8";

/** The server on a restored database, by the clock of the real world. */
function openRestored(app: TestApp, connection: Connection): TestApp {
  const db = connect(connection);
  onTestFinished(() => db.destroy());
  const ctx = { ...app.ctx, db, now: () => new Date() };
  const http = createApp(ctx, {
    authenticate: createAuthenticator(ctx),
    rides: new RideIndex(ctx),
    rateLimits: new RateLimits(undefined, 1e6),
  });
  return { ...app, ctx, http, db, connection, call: createCaller(http) };
}

test(
  "[domain/restore:nothing-back] a restored backup brings back no session, role, password, feed, invite or person",
  { timeout: 240_000 },
  async () => {
    const folder = createTestFolder();
    const app = await createTestApp({ settings: { BACKUP_DIR: folder } });
    app.clock.now = new Date();
    const ad = await createAdministrator(app);
    const emails = ["bob", "mallory", "erik", "quilla"].map((name) => `${name}@example.org`);
    const people = new Map<string, Awaited<ReturnType<typeof signUpWithCode>>>();
    for (const email of emails) people.set(email, await signUpWithCode(app, email));
    const of = (name: string) => {
      const person = people.get(`${name}@example.org`);
      if (!person) throw new Error(`No ${name}.`);
      return { ...person, uid: person.body.user.uid, token: person.body.idToken };
    };
    await grantAdministratorRole(app.ctx, "mallory@example.org");
    await confirmByPassword(app, of("bob"));
    const feed = await app.call<{ url: string }>("POST", "/calendar-feed", {
      as: of("bob"),
      body: {},
    });
    const feedPath = new URL(feed.body.url).pathname.replace("/api", "");
    const invite = await app.call<{ id: string }>("POST", "/moderation/invites", {
      as: ad,
      body: { label: "Freshers" },
    });
    await writeJournal(app.ctx);

    const file = join(folder, "backup.gz");
    expect(await runAdminCommand(app, ["backup", file])).toContain("Backed up");

    // What is taken away after the backup.
    await app.call("POST", "/identity/change-password", {
      as: of("bob"),
      body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
    });
    await app.call("POST", "/identity/sign-out-everywhere", { as: of("bob"), body: {} });
    await app.call("DELETE", "/calendar-feed", {
      as: { token: (await signIn(app, "bob@example.org", NEW_PASSWORD)).body.idToken },
    });
    await app.call("DELETE", `/moderation/invites/${invite.body.id}`, { as: ad });
    await app.call("PUT", "/administration/team", {
      as: ad,
      body: { email: "mallory@example.org", role: "member" },
    });
    await app.call("POST", `/moderation/people/${of("erik").uid}/suspend`, {
      as: ad,
      body: { reason: "Fraud", fraud: true },
    });
    await deleteAccountCompletely(app, {
      ...ad,
      uid: of("quilla").uid,
      email: "quilla@example.org",
    });
    await writeJournal(app.ctx);
    const journals = readdirSync(folder).filter((name) => name.startsWith("revocations-"));
    expect(journals).toHaveLength(1);
    const journal = readFileSync(join(folder, journals[0] ?? ""), "utf8");
    expect(journal).toMatch(/^(?:\S+Z [a-z-]+ [\da-f-]{36}\n)+$/);
    expect(await app.db.selectFrom("revocation").select("id").execute()).toEqual([]);

    const target = await createTestDatabase({ empty: true });
    const output = await runAdminCommand({ ...app, connection: target }, ["restore", file]);
    expect(output).toMatch(/Everyone is signed out.*\nDone again from the journal since/);
    expect(output).toMatch(/1 × account-suspended/);
    const restored = openRestored(app, target);
    expect((await refresh(restored, of("bob").cookie)).status, "the thief's cookie").toBe(401);
    for (const name of ["bob", "mallory", "quilla"])
      expect(
        (await restored.call("GET", "/identity/sessions", { as: of(name) })).status,
        `${name}'s token`,
      ).toBe(401);
    for (const [name, why] of [
      ["bob", "old password"],
      ["erik", "suspended"],
      ["quilla", "erased"],
    ])
      expect((await signIn(restored, `${name}@example.org`)).status, `${name}: ${why}`).not.toBe(
        200,
      );
    const again = await signIn(restored, "mallory@example.org");
    // Each process looks for a new signing key once a second.
    const asMallory = { token: again.body.idToken };
    await vi.waitFor(async () => {
      const settings = await restored.call("GET", "/administration/settings", { as: asMallory });
      expect([again.status, settings.status]).toEqual([200, 403]);
    }, 10_000);
    expect((await restored.call("GET", feedPath)).status, "the feed").toBe(404);
    expect(await restored.db.selectFrom("invite").select("id").execute()).toEqual([]);
    const log = await restored.db.selectFrom("audit_log_entry").select("call").execute();
    expect(log.map(({ call }) => call)).toContain("administration.restored");
    const own = await app.db.selectFrom("audit_log_entry").select("call").execute();
    expect(own.map(({ call }) => call)).toContain("administration.backUp");

    // A planned move: those who were signed in stay so, and those who were signed out since do not come back.
    const moved = await createTestDatabase({ empty: true });
    await runAdminCommand({ ...app, connection: moved }, ["restore", file, "--keep-sessions"]);
    const there = openRestored(app, moved);
    expect((await refresh(there, of("mallory").cookie)).status).toBe(200);
    expect((await refresh(there, of("bob").cookie)).status).toBe(401);
  },
);

const openAt = (connection: Connection, folder: string) =>
  openDatabase({ url: buildDatabaseUrl(connection), folder, onLost: () => {} });

test("[domain/restore:unfinished] a restore that was broken off refuses a start until it is repeated", async () => {
  const folder = createTestFolder();
  const app = await createTestApp();
  await signUpWithCode(app, "bob@example.org");
  const file = join(folder, "backup.gz");
  const other = join(folder, "other.gz");
  await runAdminCommand(app, ["backup", file]);
  await runAdminCommand(app, ["backup", other]);

  const target = await createTestDatabase({ empty: true });
  const restored = { ...app, connection: target };
  const db = connect(target);
  onTestFinished(() => db.destroy());
  const failing = { up: () => Promise.reject(new Error("the disk is full")) };
  await expect(
    importDatabase(file, target, {
      marksUnfinished: true,
      known: { ...migrations, "9999-failing": failing },
    }),
  ).rejects.toThrow(/^\d+ rows were imported, but not brought up to date: the disk is full$/);
  await expect(openAt(target, folder)).rejects.toThrow(
    "cannot be used: a restore was broken off. Restore the same backup again, which finishes it.",
  );
  expect(await runAdminCommand(restored, ["restore", other])).toMatch(
    /^Nothing was imported\. A restore of the backup of \S+ into this database was broken off\./,
  );

  expect(await runAdminCommand(restored, ["restore", file])).toMatch(
    /^Restored \d+ rows.*\nEveryone is signed out/,
  );
  const keys = await db.selectFrom("signing_key").selectAll().execute();
  const log = await db.selectFrom("audit_log_entry").select("call").execute();
  expect(keys).toEqual([]);
  expect(log.map(({ call }) => call)).toContain("administration.restored");
  await db.destroy();
  const { close } = await openAt(target, folder);
  await close();
}, 120_000);

test("[domain/restore:unfinished] a journal that cannot be read stops a restore before it imports anything", async () => {
  const folder = createTestFolder();
  const app = await createTestApp();
  const file = join(folder, "backup.gz");
  await runAdminCommand(app, ["backup", file]);
  mkdirSync(join(folder, "revocations-2026-11.log"));
  const target = await createTestDatabase({ empty: true });
  const output = await runAdminCommand({ ...app, connection: target }, ["restore", file]);
  expect(output).toMatch(/EISDIR/);
  const db = connect(target);
  onTestFinished(() => db.destroy());
  expect(await appliedMigrations(db)).toEqual([]);
});

test("[domain/restore:unfinished] a recovery that was broken off refuses a start", async () => {
  const folder = createTestFolder();
  const connection = await createTestDatabase();
  await whileMarked(folder, () =>
    expect(openAt(connection, folder)).rejects.toThrow(
      `a recovery into ${folder} was broken off. Delete this folder,`,
    ),
  );
  const { close } = await openAt(connection, folder);
  await close();
});

test.each([
  ["finished", undefined, 0],
  ["interrupted", "SIGINT", 130],
] as const)(
  "a trial restore that is %s leaves no copy of the data",
  async (_, signal, exit) => {
    const app = await createTestApp();
    const file = join(createTestFolder(), "backup.gz");
    await runAdminCommand(app, ["backup", file]);
    const TMPDIR = createTestFolder();
    const command = join(import.meta.dirname, "main.ts");
    const trial = spawn(process.execPath, [command, "restore", "--verify", file], {
      env: { PATH: process.env["PATH"], TMPDIR },
    });
    const ended = once(trial, "exit");
    const isRunning = () =>
      readdirSync(TMPDIR).some((name) => existsSync(join(TMPDIR, name, "postgres/postmaster.pid")));
    if (signal) {
      await vi.waitUntil(isRunning, { timeout: 60_000, interval: 5 });
      trial.kill(signal);
    }
    const [code] = await ended;
    expect(code).toBe(exit);
    expect(readdirSync(TMPDIR)).toEqual([]);
    expect(listRootFolders().filter(({ link }) => link?.startsWith(TMPDIR))).toEqual([]);
  },
  120_000,
);
