/** Shown only to the owner, who has proven it by the password or a session. */
export function suspensionMessage(account: { suspended_until: Date | null; suspended_for: string | null }): string {
  const { suspended_until: until, suspended_for: reason } = account;
  const ends = until ? ` until ${until.toISOString().slice(0, 10)}` : "";
  return `This account has been suspended${ends}${reason ? `: ${reason}` : "."}`;
}
