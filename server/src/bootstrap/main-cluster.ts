import { serveCluster } from "./cluster.ts";

const MAX_PROCESSES = 64;

const [countArgument = "2", ...more] = process.argv.slice(2);
const count = Number(countArgument);
if (!Number.isInteger(count) || count < 1 || count > MAX_PROCESSES || more.length > 0) {
  process.stderr.write(
    `Usage: npm run cluster [-- ⟨processes⟩], from 1 to ${MAX_PROCESSES}; the default is 2.\n`,
  );
  process.exit(2);
}
await serveCluster(process.env, count);
