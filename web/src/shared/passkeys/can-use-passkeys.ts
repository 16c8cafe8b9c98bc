const IP_ADDRESS = /^(?:[\d.]+|\[.*\])$/;

/** Browsers make passkeys only for secure pages at an address with a name. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === "function" &&
  isSecureContext &&
  !IP_ADDRESS.test(location.hostname);
