import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

/** The server and the web app, each restarted or patched when its source changes; open the address that Vite prints. */
const ROOT = join(import.meta.dirname, "..");
const run = (folder: string, ...args: string[]): ChildProcess =>
  spawn(process.execPath, args, { cwd: join(ROOT, folder), stdio: "inherit" });

const children = [
  run(".", "--watch", "--watch-preserve-output", "server/src/main.ts"),
  run("web", join(ROOT, "node_modules/vite/bin/vite.js")),
];
let leaving = false;
const leave = () => {
  if (leaving) return;
  leaving = true;
  for (const child of children) child.kill("SIGTERM");
};
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, leave);
for (const child of children) child.once("exit", leave);
