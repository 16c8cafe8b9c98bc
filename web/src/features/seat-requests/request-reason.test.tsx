import { expect, test } from "vitest";
import { renderScreen } from "#shared/test/render-screen.tsx";
import { sentText } from "./request-status.ts";
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

test("what was sent is booked only if the reply says so", () => {
  expect(sentText({ status: "pending" })).toBe("Request sent.");
  expect(sentText({ status: "accepted" })).toBe("Booked. You have a seat.");
});
