import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../../test/app/test-folders.ts";
import { createTestDatabase } from "../../../../test/app/test-database.ts";
import { connect } from "../database.ts";
import { formatHead, formatSection } from "./export-format.ts";
import { importDatabase } from "./import-database.ts";
import { releaseMigrations } from "../migrate.ts";

const MEGABYTE = 1024 ** 2;

/** A file that starts like an export and continues with this many megabytes of `line`. */
async function bomb(line: string, megabytes: number): Promise<string> {
  const file = join(createTestFolder(), "bomb.gz");
  const piece = Buffer.from(line.repeat(Math.ceil(MEGABYTE / line.length)));
  const chunks = function* () {
    yield Buffer.from(
      formatHead(releaseMigrations) +
        formatSection({ table: "event", columns: ["topic", "type", "ids", "at"] }),
    );
    for (let count = 0; count < megabytes; count++) yield piece;
  };
  await pipeline(Readable.from(chunks()), createGzip(), createWriteStream(file));
  return file;
}

test(
  "a file with an endless line is refused before it fills the memory",
  { timeout: 60_000 },
  async () => {
    const connection = await createTestDatabase({ empty: true });
    const file = await bomb("a", 300);
    const before = process.memoryUsage().rss;
    await expect(importDatabase(file, connection)).rejects.toThrow(
      `Nothing was imported. ${file} has a line of more than 64 MB, which no export has.`,
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * MEGABYTE);
  },
);

test("a first line without an end is refused, too", { timeout: 60_000 }, async () => {
  const file = join(createTestFolder(), "bomb.gz");
  await pipeline(
    Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(MEGABYTE, 97))),
    createGzip(),
    createWriteStream(file),
  );
  await expect(importDatabase(file, await createTestDatabase({ empty: true }))).rejects.toThrow(
    "has a line of more than 64 MB",
  );
});

test(
  "a small file that unpacks to endless rows is refused, and nothing is stored",
  { timeout: 120_000 },
  async () => {
    const connection = await createTestDatabase({ empty: true });
    const file = await bomb(`rides\t${"a".repeat(30_000)}\t{}\t2026-01-01\n`, 400);
    await expect(importDatabase(file, connection)).rejects.toThrow(
      `Nothing was imported. ${file} unpacks to more than 100 times its size, which no export does.`,
    );
    const db = connect(connection, { max: 1 });
    const { length } = await db
      .selectFrom("account")
      .select("uid")
      .execute()
      .finally(() => db.destroy());
    expect(length).toBe(0);
  },
);
