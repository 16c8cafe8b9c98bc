export { mountDevMailbox } from "./dev-mailbox.ts";
