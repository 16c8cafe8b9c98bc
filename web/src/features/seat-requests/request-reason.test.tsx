import { expect, test } from "vitest";
import { renderScreen } from "#shared/test/render-screen.tsx";
import { RequestReason } from "./RequestNotes.tsx";

const text = async (reason: string | null) =>
  (
    await renderScreen(
      <RequestReason request={{ reason, endedBy: "host" }} viewer="seeker" />,
      "/requests",
    )
  ).replaceAll(/<[^>]*>/g, " ");

test("the reason of a cancellation says what it is", async () => {
  expect(await text("The car does not start")).toContain("Reason: The car does not start");
  expect(await text(null)).not.toContain("Reason");
});
