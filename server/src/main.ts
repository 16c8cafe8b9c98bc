import { runServer } from "./bootstrap/serve.ts";

await runServer(process.env, (address) => `Commonlane is ready at ${address}`);
