import cluster from "node:cluster";
import { runServer } from "./serve.ts";

// One of several processes behind the same port; cluster.ts starts them and reports when all are ready.
const { NEIGHBOURS: folder } = process.env;
if (!cluster.worker || folder === undefined)
  throw new Error("Only main-cluster.ts starts this program. Use npm start or npm run cluster.");
await runServer(process.env, () => undefined, {
  siblings: {
    ownId: cluster.worker.id,
    folder,
  },
});
