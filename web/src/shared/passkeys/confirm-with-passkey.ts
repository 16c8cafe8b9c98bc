import { passkeys } from "@commonlane/contract/passkeys";
import { secondFactor } from "@commonlane/contract/second-factor";
import { call } from "../api/api-client.ts";
import { requestPasskey } from "./passkeys.ts";

/** Confirms with a passkey that the user owns the account; counts for this session for some minutes. */
export async function confirmWithPasskey(): Promise<void> {
  const options = await call(passkeys.startConfirmation, {});
  await call(secondFactor.confirm, { body: { passkey: await requestPasskey(options) } });
}
