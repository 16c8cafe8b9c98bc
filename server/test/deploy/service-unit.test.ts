import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const UNIT = join(import.meta.dirname, "../../../deploy/systemd/commonlane.service");
const ANALYZE = "/usr/bin/systemd-analyze";

test.runIf(existsSync(ANALYZE))(
  "systemd accepts the unit without a warning and rates its exposure as low",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "commonlane-unit-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    // Every executable named in a unit must exist.
    const program = join(folder, "commonlane");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
    const unit = join(folder, "commonlane.service");
    writeFileSync(
      unit,
      readFileSync(UNIT, "utf8").replaceAll("/opt/commonlane/commonlane", program),
    );
    const { status, stderr } = spawnSync(ANALYZE, ["verify", unit], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    const report = execFileSync(ANALYZE, ["security", "--offline=true", "--no-pager", unit], {
      encoding: "utf8",
    });
    const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(report)?.[1]);
    // systemd calls up to 4.0 "OK" and up to 2.0 as good as a network service with a just-in-time compiler can be.
    expect(exposure).toBeLessThanOrEqual(2);
  },
);
