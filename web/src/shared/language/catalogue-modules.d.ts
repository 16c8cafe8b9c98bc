/** Compiled translations of one language, by message id (web/build/catalogues.ts). */
declare module "catalogue:*" {
  import type { Messages } from "@lingui/core";
  const messages: Messages;
  export default messages;
}
