import { useLingui } from "@lingui/react/macro";

/** Explains why a mail server did not accept an e-mail, from the code of the step that failed. */
export function useMailFailureText(): (failure: string) => string {
  const { t } = useLingui();
  return (failure) => {
    const [code = ""] = failure.split(" ");
    const texts: Readonly<Record<string, string>> = {
      EAUTH: t`The mail server refused the user name or password.`,
      EDNS: t`There is no server with this name.`,
      ENOTFOUND: t`There is no server with this name.`,
      ECONNECTION: t`The mail server can't be reached. Check its name, port and firewall.`,
      ECONNREFUSED: t`The mail server can't be reached. Check its name, port and firewall.`,
      ESOCKET: t`The connection to the mail server failed. Check its port and encryption.`,
      ETLS: t`The mail server doesn't offer the encryption that you chose, or its certificate isn't trusted.`,
      ETIMEDOUT: t`The mail server doesn't answer. Check its name, port and firewall.`,
      EENVELOPE: t`The mail server refused the sender or your address.`,
      ENOSERVER: t`There is no mail server yet.`,
    };
    const text = texts[code] ?? t`The mail server didn't accept the e-mail.`;
    return `${text} (${failure})`;
  };
}
