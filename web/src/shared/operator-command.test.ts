import { expect, onTestFinished, test } from "vitest";
import { communitySettings } from "./community-settings.ts";
import { operatorCommand } from "./operator-command.ts";

test("commands for operators are those of the installation", () => {
  onTestFinished(() => void (communitySettings.isRelease = false));
  expect(operatorCommand("region", "add")).toBe("npm run region -- add");
  communitySettings.isRelease = true;
  expect(operatorCommand("admin", "administrators", "add")).toBe(
    "commonlane admin administrators add",
  );
});
