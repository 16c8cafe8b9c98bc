import { expect, type Page } from "@playwright/test";

/** Opens the mailbox of the page's server in another tab and reads the newest code sent to the address. */
export async function readCode(page: Page, email: string): Promise<string> {
  const mailbox = await page.context().newPage();
  const mailboxPath = `/dev/mailbox?to=${encodeURIComponent(email)}`;
  await mailbox.goto(new URL(mailboxPath, page.url()).href);
  const letter = mailbox.getByRole("article").first();
  await expect(letter).toContainText(email);
  const body = letter.locator("iframe").contentFrame().locator("body");
  await expect(body).toContainText(/\b\d{6}\b/);
  const text = await body.innerText();
  const code = /\b\d{6}\b/.exec(text)?.[0];
  if (code === undefined) throw new Error(`No code in ${text}`);
  await mailbox.close();
  return code;
}
