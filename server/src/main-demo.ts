import { demoPlugin, demoReadyMessage } from "#modules/demo/index.ts";
import { runServer } from "./bootstrap/serve.ts";

// The only door to the demo: main.ts, which runs the product, knows nothing of it.
await runServer(process.env, demoReadyMessage, { plugin: demoPlugin });
