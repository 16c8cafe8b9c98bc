import type { Browser, BrowserContext, Page } from "@playwright/test";
import sharp from "sharp";
import { tomorrow } from "./support/places.ts";

/** Two phones side by side: a seeker searches and asks for a seat, and the host answers. */

const PHONE = { width: 390, height: 844 };
const SHOWN = { width: 300, height: 649 };
const GAP = 20;
const GROUND = "#e7efe9";
const QUALITY = 60;
/** Messages and counters arrive within moments, and animations end. */
const SETTLE_MS = 900;

export interface SignIn {
  (context: BrowserContext, person: string): Promise<Page>;
}

/** An animated WebP of search, booking and the live answer, each step as long as it takes to read. */
export async function drawBooking(
  browser: Browser,
  options: Parameters<Browser["newContext"]>[0],
  signIn: SignIn,
): Promise<Buffer> {
  const open = async (person: string) =>
    signIn(await browser.newContext({ ...options, viewport: PHONE }), person);
  const seeker = await open("yuki.tanaka");
  const host = await open("amara.okafor");
  const frames: Buffer[] = [];
  const delays: number[] = [];
  const draw = async (delayMs: number) => {
    await seeker.waitForTimeout(SETTLE_MS);
    frames.push(await besideEachOther(await seeker.screenshot(), await host.screenshot()));
    delays.push(delayMs);
  };

  const ends = {
    from: "47.141,9.5209,Vaduz, Liechtenstein",
    to: "47.3667,8.55,Zürich, Switzerland",
  };
  await host.goto("/requests?show=incoming");
  await host.getByRole("heading", { name: "Requests" }).waitFor();
  await seeker.goto(`/seek?${new URLSearchParams({ ...ends, on: tomorrow() }).toString()}`);
  const card = seeker.getByRole("article").filter({ hasText: "Amara O." }).first();
  await card.waitFor();
  await card.scrollIntoViewIfNeeded();
  await draw(2200);

  await card.getByRole("link", { name: "View ride" }).click();
  const ask = seeker.getByRole("button", { name: /^(Ask for a seat|Ask for seats)$/ });
  await ask.waitFor();
  await draw(1800);

  await ask.click();
  const sheet = seeker.getByRole("dialog", { name: "Ask for seats" });
  await sheet.getByLabel("Message to the host").fill("Hi Amara, just me and a small bag.");
  await draw(2000);

  await sheet.getByRole("button", { name: "Ask for 1 seat" }).click();
  const accept = host.getByRole("button", { name: /^Accept Yuki/ });
  await accept.waitFor();
  await accept.scrollIntoViewIfNeeded();
  await draw(2400);

  await accept.click();
  await seeker.getByRole("heading", { name: "You have a seat" }).waitFor();
  await draw(3400);

  await seeker.context().close();
  await host.context().close();
  return sharp(frames, { join: { animated: true } })
    .webp({ delay: delays, loop: 0, quality: QUALITY })
    .toBuffer();
}

async function besideEachOther(left: Buffer, right: Buffer): Promise<Buffer> {
  const [leftShown, rightShown] = await Promise.all(
    [left, right].map((picture) =>
      sharp(picture).resize(SHOWN.width, SHOWN.height).png().toBuffer(),
    ),
  );
  return sharp({
    create: {
      width: 2 * SHOWN.width + 3 * GAP,
      height: SHOWN.height + 2 * GAP,
      channels: 3,
      background: GROUND,
    },
  })
    .composite([
      { input: leftShown, left: GAP, top: GAP },
      { input: rightShown, left: SHOWN.width + 2 * GAP, top: GAP },
    ])
    .png()
    .toBuffer();
}
