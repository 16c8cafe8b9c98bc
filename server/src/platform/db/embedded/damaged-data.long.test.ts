import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, inject, onTestFinished, test, type TestContext } from "vitest";
import {
  copyFolder,
  createDatabaseFolder,
  createTestFolder,
} from "../../../../test/app/test-folders.ts";
import { startServer } from "../../../../test/processes/server-process.ts";
import { startEmbedded } from "./embedded-postgres.ts";

/** Verifies that the suggested repair works. */
async function starts(place: string): Promise<void> {
  const { stop } = await startEmbedded(place);
  await stop();
}

test("a data folder that other users may enter is refused with the command that closes it", async () => {
  const place = createDatabaseFolder();
  const data = join(place, "postgres");
  chmodSync(data, 0o755);
  await expect(startEmbedded(place)).rejects.toThrow(
    `The database in ${data} did not start: The permissions of ${data} let other users in, which PostgreSQL refuses. Run chmod 700 on that folder, then start again.`,
  );
  chmodSync(data, 0o700);
  await starts(place);
});

test("a control file that the database may not read is reported as a permission problem", async () => {
  const place = createDatabaseFolder();
  const data = join(place, "postgres");
  const control = join(data, "global", "pg_control");
  const { mode } = statSync(control);
  chmodSync(control, 0o000);
  await expect(startEmbedded(place)).rejects.toThrow(
    `Files in ${data} cannot be read by the user who runs the database. Give the whole folder to the owner of ${data} with chown -R, then start again.`,
  );
  chmodSync(control, mode);
  await starts(place);
});

test("a missing control file is reported, with how to restore the database", async () => {
  const place = createDatabaseFolder();
  const data = join(place, "postgres");
  const control = join(data, "global", "pg_control");
  renameSync(control, join(place, "pg_control"));
  await expect(startEmbedded(place)).rejects.toThrow(
    `${data} is damaged: its file global/pg_control is missing or broken. Bring the whole folder back from a backup, or set DATA_DIR to a new folder and restore a backup with npm run admin -- restore.`,
  );
  renameSync(join(place, "pg_control"), control);
  await starts(place);
});

test("a corrupt control file is reported as damage", async () => {
  const place = createDatabaseFolder();
  const data = join(place, "postgres");
  writeFileSync(join(data, "global", "pg_control"), Buffer.alloc(8192, 7));
  await expect(startEmbedded(place)).rejects.toThrow(
    `${data} is damaged: its file global/pg_control`,
  );
});

test.each([
  [
    "its files",
    (wal: string) =>
      readdirSync(wal).forEach((name) => rmSync(join(wal, name), { recursive: true })),
  ],
  ["all of it", (wal: string) => rmSync(wal, { recursive: true })],
])(
  "with %s of the write-ahead log missing, the message says what is damaged and what helps",
  async (_, remove) => {
    const place = createDatabaseFolder();
    const data = join(place, "postgres");
    remove(join(data, "pg_wal"));
    await expect(startEmbedded(place)).rejects.toThrow(
      `${data} is damaged: files of its write-ahead log (the folder pg_wal) are missing or broken. Bring the whole folder back from a backup`,
    );
  },
);

/** A separate small disk. */
function disk(megabytes: number, skip: TestContext["skip"]): string {
  const place = join(createTestFolder(), "disk");
  mkdirSync(place);
  const { status } = spawnSync("mount", [
    "-t",
    "tmpfs",
    "-o",
    `size=${megabytes}m,mode=755`,
    "commonlane-test",
    place,
  ]);
  if (status !== 0) skip("mounting a small disk is not possible here");
  onTestFinished(() => void spawnSync("umount", ["-l", place]));
  return place;
}

for (const end of ["a clean stop", "a crash"]) {
  test(`a disk that is read-only after ${end} is reported with advice`, async ({ skip }) => {
    const place = disk(200, skip);
    copyFolder(inject("pristineFolder"), place);
    const data = join(place, "postgres");
    // Files that a killed PostgreSQL leaves behind.
    if (end === "a crash")
      writeFileSync(join(data, "postmaster.pid"), `4194303\n${data}\n0\n5432\n${data}\n`);
    spawnSync("mount", ["-o", "remount,ro", place]);
    await expect(startEmbedded(place)).rejects.toThrow(
      /^(?:The database in \S+ did not start: )?The disk that holds \S+ is read-only\. No saved data is lost\. Make the disk writable .*, then start again\.$/,
    );
    spawnSync("mount", ["-o", "remount,rw", place]);
    await starts(place);
  });
}

test(
  "a disk that fills up during the first start is reported as full",
  { timeout: 120_000 },
  async ({ skip }) => {
    const DATA_DIR = disk(100, skip);
    copyFolder(inject("pristineFolder"), DATA_DIR);
    await expect(startServer({ DATA_DIR }, { LOG_LEVEL: "silent" })).rejects.toThrow(
      /did not become ready: .*The disk that holds \S+ is full\. No saved data is lost\. Free some space, then start again\.$/,
    );
  },
);
