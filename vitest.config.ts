import { BaseSequencer, type TestSpecification } from "vitest/node";
import { defineConfig } from "vitest/config";

/** The long ones first, so that none of them is still on its way when all others are done; else project by project. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted(
      (a, b) => Number(isLong(b)) - Number(isLong(a)) || a.project.name.localeCompare(b.project.name),
    );
  }
}

const isLong = ({ moduleId }: TestSpecification) => /\/server\/test\/(?:fuzz|processes)\//.test(moduleId);

export default defineConfig({
  test: { projects: ["contract", "matching", "server", "web"], sequence: { sequencer: LongFirst } },
});
