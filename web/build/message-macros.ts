import { getConfig } from "@lingui/conf";
import { linguiTransformerBabelPreset } from "@lingui/vite-plugin";

// The React compiler needs Babel anyway, so the macros run there too.
process.env["LINGUI_SUPPRESS_BABEL_WARNING"] = "1";

/**
 * Babel preset that turns message macros into calls; the English text stays in the code as the fallback. The config is
 * read here because the macro would look for it in the working directory.
 */
export function messageMacros() {
  const cwd = import.meta.dirname;
  return linguiTransformerBabelPreset(
    {
      descriptorFields: "message",
      linguiConfig: getConfig({ cwd }),
    },
    { cwd },
  );
}
