import { serve } from "./serve.ts";

await serve(process.env, (address) => `Commonlane is ready at ${address}`);
