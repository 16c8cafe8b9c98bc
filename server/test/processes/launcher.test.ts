import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { transformWithOxc } from "vite";
import { afterAll, expect, test } from "vitest";
import { createOpenFolder } from "../app/test-folders.ts";

const ROOT = join(import.meta.dirname, "../../..");
const BUNDLED = `node_modules/node-${process.platform}-${process.arch}/bin/node`;
/** A Node that reports version 18 and cannot replace its process, like Node 18. */
const OLD_NODE = [
  "--import",
  `data:text/javascript,delete process.execve; Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.4" } })`,
];

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** The launcher in a project of its own, by default with this Node as the bundled one. */
function project({ bundled = true } = {}): string {
  const folder = createOpenFolder();
  folders.push(folder);
  for (const name of ["run.mjs", "run"])
    cpSync(join(ROOT, "scripts", name), join(folder, "scripts", name), { recursive: true });
  mkdirSync(join(folder, BUNDLED, ".."), { recursive: true });
  if (bundled) symlinkSync(process.execPath, join(folder, BUNDLED));
  return folder;
}

function launch(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(process.execPath, [...OLD_NODE, join(folder, "scripts/run.mjs"), ...args], {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function end(child: ChildProcess): Promise<{ code: unknown; out: string; err: string }> {
  const [out, err, [code]] = await Promise.all([
    child.stdout ? text(child.stdout) : "",
    child.stderr ? text(child.stderr) : "",
    once(child, "close"),
  ]);
  return { code, out, err };
}

test("an older Node runs scripts with the bundled one, which is also first on the PATH, and passes its exit code on", async () => {
  const folder = project();
  const script = `console.log(process.version, process.execve !== undefined, process.env.PATH.split(":")[0]); process.exit(7)`;
  const { code, out } = await end(launch(folder, ["-e", script]));
  expect(out.trim()).toBe(`${process.version} true ${join(folder, BUNDLED, "..")}`);
  expect(code).toBe(7);
});

test("a command of node_modules gets the bundled Node through its first line", async () => {
  const folder = project();
  mkdirSync(join(folder, "node_modules/.bin"));
  const command = join(folder, "node_modules/.bin/which-node");
  writeFileSync(command, `#!/usr/bin/env node\nconsole.log(process.argv[2], process.execPath)\n`);
  chmodSync(command, 0o755);
  writeFileSync(join(folder, "package.json"), `{ "type": "commonjs" }`);
  const { code, out, err } = await end(launch(folder, ["which-node", "word"]));
  expect(err).toBe("");
  expect(out.trim()).toBe(`word ${process.execPath}`);
  expect(code).toBe(0);
});

test("signals reach the program, and the launcher exits with its exit code", async () => {
  const script = `process.on("SIGTERM", () => process.exit(42)); setInterval(() => {}, 1000); console.log("ready")`;
  const child = launch(project(), ["-e", script]);
  const gone = end(child);
  if (child.stdout) await once(child.stdout, "data");
  child.kill("SIGTERM");
  expect((await gone).code).toBe(42);
});

test("the program ends when npm's shell has ended without passing a signal on", async () => {
  const folder = project();
  const script = `process.on("SIGTERM", () => { require("fs").writeFileSync("stopped", ""); process.exit() }); setInterval(() => {}, 1000); console.log(process.pid)`;
  const line = [process.execPath, ...OLD_NODE, join(folder, "scripts/run.mjs"), "-e", script];
  // The shell waits, since another command follows.
  const shell = spawn("/bin/sh", ["-c", `"$@"; true`, "sh", ...line], {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", npm_lifecycle_event: "start" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [pid] = await once(shell.stdout, "data");
  expect(Number(pid)).toBeGreaterThan(0);
  const closed = once(shell, "close");
  shell.kill("SIGKILL");
  // The pipe closes when the last process that writes to it has ended.
  await closed;
  expect(globSync("stopped", { cwd: folder })).toEqual(["stopped"]);
});

test("without a sufficiently new Node, one line says what to do", async () => {
  const { code, out, err } = await end(launch(project({ bundled: false }), ["-e", "0"]));
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toBe(
    "Commonlane needs Node 24 or newer, this is 18.20.4, and npm did not install it: run npm ci without --omit=optional, or install Node 24.\n",
  );
});

test("the launcher uses only syntax of Node 18, and every command goes through it", async () => {
  for (const file of globSync(["scripts/run.mjs", "scripts/run/*.mjs"], { cwd: ROOT })) {
    const code = readFileSync(join(ROOT, file), "utf8");
    const as = async (target: string) =>
      (await transformWithOxc(code, file, { target, sourcemap: false })).code;
    expect([file, await as("es2022")]).toEqual([file, await as("esnext")]);
    expect(code).not.toMatch(
      /import\.meta\.(?:dirname|filename)|\.to(?:Sorted|Reversed|Spliced)\(|Object\.groupBy/,
    );
  }
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  );
  for (const command of Object.values(scripts).flatMap((line) => line.split(" && ")))
    expect(command).toMatch(
      /^(?:node (?:\.\.\/)?scripts\/run(?:\.mjs |\/complete-install\.mjs$)|npm run |cd )/,
    );
});
