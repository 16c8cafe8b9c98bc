import type {
  NewPasskeyOptions,
  NewPasskeyResponse,
  PasskeyOptions,
  PasskeyResponse,
} from "@commonlane/contract/passkeys";
import { useLingui } from "@lingui/react/macro";
import { errorText } from "#shared/api/error-text.ts";
import { loadChunk } from "../load-chunk.ts";

const IP_ADDRESS = /^(?:[\d.]+|\[.*\])$/;

/** Browsers make passkeys only for secure pages at an address with a name. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === "function" &&
  isSecureContext &&
  !IP_ADDRESS.test(location.hostname);

const loadWebAuthn = () => loadChunk("webauthn", () => import("@simplewebauthn/browser"));

/** Whether the browser can offer passkeys in the e-mail field of the login page. */
export const canOfferPasskeys = async (): Promise<boolean> =>
  (await loadWebAuthn()).browserSupportsWebAuthnAutofill();

/**
 * Asks the user for a passkey, in a dialog of the browser or, with `inField`, by the suggestions of a field. A later
 * request ends an earlier one.
 */
export async function requestPasskey(
  options: PasskeyOptions,
  { inField = false }: { readonly inField?: boolean } = {},
): Promise<PasskeyResponse> {
  const { startAuthentication } = await loadWebAuthn();
  const { id, rawId, type, response } = await startAuthentication({
    optionsJSON: options,
    useBrowserAutofill: inField,
  });
  return {
    id,
    rawId,
    type,
    response,
  };
}

/** Creates a passkey in a dialog of the browser. */
export async function createPasskey(options: NewPasskeyOptions): Promise<NewPasskeyResponse> {
  const { startRegistration } = await loadWebAuthn();
  const { id, rawId, type, response } = await startRegistration({ optionsJSON: options });
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    id,
    rawId,
    type,
    response: {
      clientDataJSON,
      attestationObject,
      transports,
    },
  };
}

/** Ends a request that is still open, as when the page is left. */
export const cancelPasskeyRequest = (): void =>
  void loadWebAuthn().then(
    ({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony(),
    () => undefined,
  );

const nameOf = (error: unknown) => (error instanceof Error ? error.name : "");

/** The user closed the browser's dialog, let it time out, or another request replaced it. */
export const isPasskeyCancelled = (error: unknown): boolean =>
  ["NotAllowedError", "AbortError"].includes(nameOf(error));

/** The device has a passkey of this account already. */
const isPasskeyKnown = (error: unknown): boolean => nameOf(error) === "InvalidStateError";

/** The message for a failed passkey, in words for its user. */
export function usePasskeyError(): (error: unknown) => string {
  const { t } = useLingui();
  return (error) => {
    if (isPasskeyCancelled(error)) return t`No passkey was used. You can try again.`;
    if (isPasskeyKnown(error)) return t`This device already has a passkey for your account.`;
    return errorText(error, t`Your browser couldn't use a passkey. Please try again.`);
  };
}
