import { globSync } from "node:fs";
import { basename, join } from "node:path";
import type { Policy } from "#platform/policy.ts";

const MODULES = join(import.meta.dirname, "../../src/modules");

export interface PolicyOfNoun {
  /** From the name of its file, such as `ride-request`. */
  readonly noun: string;
  readonly calls: Policy<never, string>["calls"];
}

/** The policies of all modules, by noun. */
export async function readPolicies(): Promise<PolicyOfNoun[]> {
  const files = globSync("**/*.policy.ts", { cwd: MODULES });
  const policies: PolicyOfNoun[] = [];
  for (const file of files) {
    const exported: Readonly<Record<string, unknown>> = await import(join(MODULES, file));
    const policy = Object.values(exported).find(isPolicy);
    if (!policy) throw new Error(`${file} exports no policy.`);
    policies.push({ noun: basename(file, ".policy.ts"), calls: policy.calls });
  }
  return policies.toSorted((a, b) => (a.noun < b.noun ? -1 : 1));
}

const isPolicy = (value: unknown): value is Policy<never, string> =>
  typeof value === "object" && value !== null && "calls" in value;
