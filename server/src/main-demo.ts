import { demo, demoReady } from "#modules/demo/index.ts";
import { serve } from "./serve.ts";

// The only door to the demo: main.ts, which runs the product, knows nothing of it.
await serve(process.env, demoReady, { addition: demo });
