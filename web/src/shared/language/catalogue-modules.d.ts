/** Compiled translations of one language, by message id (web/build/catalogues.ts). */
declare module "catalogue:*" {
  const messages: import("@lingui/core").Messages;
  export default messages;
}
