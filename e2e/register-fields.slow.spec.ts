import { expect, test } from "./support/accounts.ts";

test("[spec/2-register:fields] the form has the fields of the specification, in its order", async ({
  visit,
}) => {
  const page = await visit("/register");
  const fields = page.getByRole("main").locator("form").locator("input, select");
  await expect(fields.first()).toBeVisible();
  const names = await fields.evaluateAll((found) =>
    found.map((field) => field.getAttribute("name")),
  );
  const expected = [
    "firstName",
    "lastName",
    "email",
    "phone",
    "password",
    "confirmPassword",
    "gender",
  ];
  expect(names).toEqual(expected);
});

test("[spec/validation:phone-field] the phone field: plus, grouping, hint, five examples on focus, errors and corrections", async ({
  visit,
}) => {
  const page = await visit("/register");
  const phone = page.getByLabel("Phone");
  await expect(phone).toHaveAttribute("placeholder", /^\+1 /);
  await expect(page.getByText("Always include the country code, starting with +")).toBeVisible();
  await expect(page.getByRole("list", { name: "Examples" })).toBeHidden();
  await phone.focus();
  await expect(page.getByRole("list", { name: "Examples" }).getByRole("listitem")).toHaveCount(5);
  await page.keyboard.type("4915123");
  await expect(phone).toHaveValue("+49 15123");
  await page.keyboard.type("456789");
  await expect(phone).toHaveValue("+49 1512 3456789");
  await expect(page.getByText("Valid Germany phone number")).toBeVisible();
  await expect(page.getByRole("list", { name: "Examples" })).toBeVisible();
  // Shorter than the previous value, as when another number is pasted over it.
  await phone.fill("12025550123");
  await expect(phone).toHaveValue("+1 202 555 0123");
  await expect(page.getByText("Valid US and Canada phone number")).toBeVisible();
  await phone.fill("+41791234567");
  await expect(phone).toHaveValue("+41 79 123 45 67");
  // A letter stays and is marked as wrong at once.
  await phone.fill("+49 1512 345a789");
  await expect(phone).toHaveValue("+49 1512 345a789");
  await expect(phone).toHaveAccessibleDescription(/^Phone number contains invalid characters\./);
  await phone.fill("+493012345");
  await page.getByLabel("First name").focus();
  await expect(phone).toHaveValue("+49 30 12345");
  await phone.fill("");
  await page.getByLabel("First name").focus();
  await expect(phone).toHaveAccessibleDescription(
    /^Phone number is required\. Enter your number, starting with \+\./,
  );
  await phone.fill("+1 102 555 0123");
  await page.getByLabel("First name").focus();
  await expect(phone).toHaveAccessibleDescription(
    /^Invalid US and Canada phone number format\. Write it like \+1 202 555 0123\./,
  );
});

test("[spec/validation:strength-meter] the meter goes from Very Weak to Very Strong with the rules met", async ({
  visit,
}) => {
  const page = await visit("/register");
  const meter = page.getByRole("meter", { name: "Password strength" });
  const steps = [
    ["", "Very Weak", 0],
    ["-", "Weak", 20],
    ["a", "Fair", 40],
    ["aB", "Good", 60],
    ["aB3", "Strong", 90],
    ["aB345678", "Very Strong", 100],
  ] as const;
  for (const [password, level, percent] of steps) {
    await page.getByLabel("Password", { exact: true }).fill(password);
    await expect(meter).toHaveAttribute("aria-valuetext", level);
    await expect(meter).toHaveAttribute("aria-valuenow", String(percent));
    await expect(meter.locator("xpath=following-sibling::*")).toHaveText(
      `Password strength: ${level}`,
    );
  }
});
