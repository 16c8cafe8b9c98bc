import cluster from "node:cluster";
import { serve } from "./serve.ts";

// One of several behind the same port: cluster.ts starts it and says when all are ready.
const { NEIGHBOURS: folder } = process.env;
if (!cluster.worker || folder === undefined) throw new Error("This is started by main-cluster.ts only.");
await serve(process.env, () => undefined, { neighbours: { own: cluster.worker.id, folder } });
