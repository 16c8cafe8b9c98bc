import { createDemoPlugin, demoReadyMessage } from "#modules/demo/index.ts";
import { runServer } from "./bootstrap/serve.ts";

// The only import of the demo; main.ts, which runs the product, does not load it.
await runServer(process.env, demoReadyMessage, { plugin: createDemoPlugin() });
