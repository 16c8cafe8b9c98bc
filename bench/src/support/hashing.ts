import { availableParallelism } from "node:os";
import {
  hashPassword,
  verifyPassword,
} from "../../../server/src/modules/accounts/passwords/password-hash.ts";
import { z } from "zod";

/** How many of our password hashes the machine verifies when it does nothing else. */
const { seconds } = z.object({ seconds: z.number() }).parse(JSON.parse(process.argv[2] ?? ""));
const hash = await hashPassword("A-bench-password-1");
let done = 0;
const endsAt = performance.now() + seconds * 1000;
const verify = async () => {
  for (; performance.now() < endsAt; done++) await verifyPassword(hash, "A-bench-password-1");
};
await Promise.all(Array.from({ length: availableParallelism() }, verify));
process.stdout.write(JSON.stringify({ perSecond: done / seconds }));
