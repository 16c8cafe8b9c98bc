import { openServerCatalogue } from "./server-catalogue.ts";

/** Writes `locales/⟨language⟩/server.po` from the sources; translations of texts that are still used remain. */
const catalogue = await openServerCatalogue();
const languages = await catalogue.make({ clean: true, overwrite: false, orderBy: "message" });
if (!languages) throw new Error("The messages of the server could not be extracted.");
for (const [language, messages] of Object.entries(languages)) {
  const all = Object.values(messages);
  const missing = language === "en" ? 0 : all.filter(({ translation }) => !translation).length;
  process.stdout.write(
    `locales/${language}/server.po: ${all.length} messages, ${missing} without translation\n`,
  );
}
