import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createDatabaseFolder } from "./app/test-folders.ts";
import { startServer } from "./processes/server-process.ts";

const SLOW = { timeout: 60_000 };

/** A program that listens on a port of this machine. */
async function takenPort(): Promise<string> {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const address = other.address();
  return String(address && typeof address === "object" ? address.port : 0);
}

test(
  "it prints one line when it is ready, stops cleanly on request, and starts a second time",
  SLOW,
  async () => {
    const DATA_DIR = createDatabaseFolder();
    const first = await startServer({ DATA_DIR }, { LOG_LEVEL: "info", LOCAL_PAGES_KEY: "" });
    expect(first.output()).toBe("");
    const ready = await fetch(`${first.address}/health/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([
      200,
      { checks: { database: "ok", rides: "ok" } },
    ]);
    expect(first.mailbox).toMatch(new RegExp(`^${first.address}/dev/mailbox\\?key=[\\w-]{24}$`));
    const opened = await fetch(first.mailbox ?? "", { redirect: "manual" });
    const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect([opened.status, opened.headers.get("location")]).toEqual([303, "/dev/mailbox"]);
    expect((await fetch(`${first.address}/dev/mailbox`, { headers: { cookie } })).status).toBe(200);
    expect((await fetch(`${first.address}/dev/mailbox`)).status).toBe(404);
    const polling = await fetch(`${first.address}/live/?EIO=4&transport=polling`);
    expect(await polling.text()).toContain('"sid"');
    expect(await first.stop()).toBe(0);
    await expect(fetch(`${first.address}/health/live`)).rejects.toThrow("fetch failed");

    const second = await startServer({ DATA_DIR });
    expect(await second.stop()).toBe(0);
  },
);

test("start-up errors are one line, with exit code 1", SLOW, async () => {
  const DATA_DIR = createDatabaseFolder();
  const PORT = await takenPort();
  await expect(startServer({ DATA_DIR }, { PORT })).rejects.toThrow(
    new Error(
      `The server did not become ready: Port ${PORT} is in use by another program. Stop that program or set PORT to another port.`,
    ),
  );
  await expect(startServer({ DATA_DIR }, { PORT: "many" })).rejects.toThrow(
    /: Invalid settings: PORT: [^\n]*$/,
  );
});
