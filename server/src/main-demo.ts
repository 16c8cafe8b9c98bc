import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import {
  createDemoPlugin,
  createNeighbourPlugin,
  demoReadyMessage,
  neighbourReadyMessage,
} from "#modules/demo/index.ts";
import { runServer } from "./bootstrap/serve.ts";

const AS_NEIGHBOUR = "--as-neighbour";
const isNeighbour = process.argv.includes(AS_NEIGHBOUR);
const hasNeighbour = process.argv.includes("--neighbour");

/** A second community in a process of its own, which ends with this one. */
function startNeighbour(): void {
  const program = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, [...process.execArgv, program, AS_NEIGHBOUR], {
    stdio: "inherit",
  });
  process.on("exit", () => void child.kill());
}

// The only import of the demo; main.ts, which runs the product, does not load it.
if (isNeighbour)
  await runServer(process.env, neighbourReadyMessage, { plugin: createNeighbourPlugin() });
else {
  if (hasNeighbour) startNeighbour();
  await runServer(process.env, demoReadyMessage, { plugin: createDemoPlugin({ hasNeighbour }) });
}
