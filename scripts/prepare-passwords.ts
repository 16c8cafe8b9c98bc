import { writeFileSync } from "node:fs";
import { z } from "zod";
import { requireFrom } from "./on-demand-packages.ts";

/** Selects the most common passwords that the server refuses: see server/data/README.md. */

/** Also the words and names to which people append digits. */
const WORDS = 3000;

const require = requireFrom("scripts/data");
const listed = z.array(z.string()).parse(require("@zxcvbn-ts/language-common/src/passwords.json"));
const passwords = [...new Set(listed.map((password) => password.toLowerCase()))];

/** The specification's rules would accept it with a capital letter in it. */
const mayBeChosen = (password: string) =>
  password.length >= 8 && /[a-z]/.test(password) && /\d/.test(password);

const chosen = passwords.filter((password, n) => n < WORDS || mayBeChosen(password));
writeFileSync(
  new URL("../server/data/common-passwords.txt", import.meta.url),
  `${chosen.join("\n")}\n`,
);
process.stdout.write(
  `${chosen.length} passwords, ${chosen.filter(mayBeChosen).length} of which could be chosen.\n`,
);
