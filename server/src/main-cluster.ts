import { serveMany } from "./cluster.ts";

const MOST = 64;

const [said = "2", ...more] = process.argv.slice(2);
const count = Number(said);
if (!Number.isInteger(count) || count < 1 || count > MOST || more.length > 0) {
  process.stderr.write(`Usage: npm run cluster [-- 1 to ${MOST}]: how many processes are to serve; normally 2.\n`);
  process.exit(2);
}
await serveMany(process.env, count);
