import { getConfig } from "@lingui/conf";
import { linguiTransformerBabelPreset } from "@lingui/vite-plugin";

// The React compiler needs Babel anyway, so the macros stay there.
process.env["LINGUI_SUPPRESS_BABEL_WARNING"] = "1";

/**
 * The preset that turns the message macros into calls; English stays in the code as the fallback of every message. The
 * config is read here, because the macro itself would look for it in the folder the command was started in.
 */
export function messageMacros() {
  const cwd = import.meta.dirname;
  return linguiTransformerBabelPreset({ descriptorFields: "message", linguiConfig: getConfig({ cwd }) }, { cwd });
}
