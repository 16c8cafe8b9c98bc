import cluster from "node:cluster";
import { runServer } from "./serve.ts";

// One of several behind the same port: cluster.ts starts it and says when all are ready.
const { NEIGHBOURS: folder } = process.env;
if (!cluster.worker || folder === undefined) throw new Error("This is started by main-cluster.ts only.");
await runServer(process.env, () => undefined, { siblings: { ownId: cluster.worker.id, folder } });
