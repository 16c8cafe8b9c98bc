import { join as pathTo } from "node:path";
import { bell, isLive } from "./support/live.ts";
import { signUp, testPerson } from "./support/people.ts";
import { rideAt } from "./support/rides.ts";
import { MAIN } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

test.use({ script: pathTo(MAIN, "../main-cluster.js") });

test("what one of two processes accepts appears in browsers connected to either", async ({
  world: { browserOf, server },
}) => {
  const page = await browserOf();
  const seeker = await signUp(page, testPerson("Biene", "Both"));
  const host = await signUp(await browserOf(), testPerson("Hanno", "Host"));
  // The id of a connection begins with the number of its process.
  let holder = 0;
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      holder = Number(/^0\{"sid":"(\d+)\./.exec(String(payload))?.[1] ?? holder);
    }),
  );
  await page.goto("/notifications");
  await isLive(page);
  // At least one of them is not on the process that the host writes to.
  for (const wanted of [1, 2]) {
    await expect(async () => {
      // Connections are assigned in turn, so an odd one changes the next assignment.
      if (Math.random() < 0.5)
        await fetch(`${server.address}/health/live`, { headers: { connection: "close" } });
      if (holder !== wanted) await page.reload();
      await isLive(page);
      expect(holder).toBe(wanted);
    }).toPass();
    const { id } = await host.call("rides", rideAt(8 * wanted));
    const seatRequest = await seeker.call(`rides/${id}/request`, { seats: 1 });
    await host.call(`rides/${id}/requests/${seatRequest.id}/accept`, {});
    await expect(bell(page)).toHaveAccessibleName(
      wanted === 1 ? "1 unread notification" : "2 unread notifications",
    );
  }
});
