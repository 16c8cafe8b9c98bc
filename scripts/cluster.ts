import { runServer } from "./run-server.ts";

await runServer(() => import("../server/src/main-cluster.ts"));
