import { join } from "node:path";
import { LANGUAGES } from "@commonlane/contract/languages";
import { getCatalogs } from "@lingui/cli/api";
import { makeConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import { declaredMessages } from "./declared-messages.ts";

/** Where the texts of the server and of the contract are, and their catalogues in `locales/`. */
const config = makeConfig(
  {
    rootDir: join(import.meta.dirname, "../../server"),
    sourceLocale: "en",
    locales: [...LANGUAGES],
    catalogs: [
      {
        path: "<rootDir>/../locales/{locale}/server",
        include: ["<rootDir>/src", "<rootDir>/../contract/src"],
        exclude: [
          "<rootDir>/src/**/*.test.ts",
          "<rootDir>/../contract/src/**/*.test.ts",
          "<rootDir>/../contract/src/message.ts",
        ],
      },
    ],
    format: formatter({ lineNumbers: false }),
    extractors: [
      {
        match: (file) => file.endsWith(".ts"),
        extract(file, code, add) {
          for (const { text, context, comment, line } of declaredMessages(file, code))
            add({
              id: generateMessageId(text, context),
              message: text,
              origin: [file, line],
              ...(context !== undefined && { context }),
              ...(comment !== undefined && { comment }),
            });
        },
      },
    ],
  },
  { skipValidation: true },
);

type Catalogue = Awaited<ReturnType<typeof getCatalogs>>[number];

/** The server's catalogue, as lingui extracts it from the sources and keeps it in every language. */
export async function openServerCatalogue(): Promise<Catalogue> {
  const [catalogue] = await getCatalogs(config);
  if (!catalogue) throw new Error("There is no catalogue of the server.");
  return catalogue;
}
