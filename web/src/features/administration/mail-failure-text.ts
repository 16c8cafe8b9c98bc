import { useLingui } from "@lingui/react/macro";

/**
 * Explains why a mail server did not accept an e-mail, and what helps. A failure has the codes of the error and of its
 * cause, the step and the code of the server's reply: "EENVELOPE MAIL FROM 421".
 */
export function useMailFailureText(): (failure: string) => string {
  const { t } = useLingui();
  return (failure) => {
    const untrusted = t`The mail server's certificate isn't trusted: it isn't signed by a public authority.`;
    const unreachable = t`The mail server can't be reached. Check its name, port and firewall.`;
    const unknownName = t`There is no server with this name.`;
    const unwelcome = t`The mail server refuses connections from this server. Ask its operator why.`;
    const outdated = t`The mail server's encryption is too old to be safe. Ask its operator to update it.`;

    // The first that the failure contains counts, so causes come before the steps in which they happened.
    const texts: readonly (readonly [part: string, text: string])[] = [
      ["ENOSERVER", t`There is no mail server yet.`],
      ["CERT_HAS_EXPIRED", t`The mail server's certificate has expired. Renew it there.`],
      [
        "CERT_NOT_YET_VALID",
        t`The mail server's certificate isn't valid yet. Check the clocks of both servers.`,
      ],
      [
        "ALTNAME_INVALID",
        t`The mail server's certificate is for another name. Enter the name that it is for.`,
      ],
      [
        "HOSTNAME_MISMATCH",
        t`The mail server's certificate is for another name. Enter the name that it is for.`,
      ],
      ["SELF_SIGNED", untrusted],
      ["UNABLE_TO", untrusted],
      ["CERT_", untrusted],
      [
        "WRONG_VERSION_NUMBER",
        t`This port doesn't encrypt from the start. Choose STARTTLS, or port 465.`,
      ],
      ["UNSUPPORTED_PROTOCOL", outdated],
      ["ALERT_PROTOCOL_VERSION", outdated],
      ["KEY_TOO_SMALL", outdated],
      ["EPROTOCOL CONN 4", unwelcome],
      ["EPROTOCOL CONN 5", unwelcome],
      ["EPROTOCOL CONN", t`Another program than a mail server answers at this port.`],
      ["EAUTH", t`The mail server refused the user name or password.`],
      ["EDNS", unknownName],
      ["ENOTFOUND", unknownName],
      ["EAI_AGAIN", unknownName],
      ["ECONNECTION", unreachable],
      ["ECONNREFUSED", unreachable],
      ["EHOSTUNREACH", unreachable],
      ["ENETUNREACH", unreachable],
      ["ETIMEDOUT", t`The mail server doesn't answer. Check its name, port and firewall.`],
      ["ETLS", t`The mail server doesn't offer the encryption that you chose.`],
      ["ESOCKET", t`The connection to the mail server failed. Check its port and encryption.`],
      [
        "MAIL FROM 530",
        t`The mail server wants encryption or a user name before it takes e-mails. Choose STARTTLS, or enter a user name and its password.`,
      ],
      [
        "MAIL FROM 4",
        t`The mail server refused the sender or this server's name for now. Check both with its operator.`,
      ],
      ["MAIL FROM", t`The mail server refused the sender. Enter one that your user may use.`],
      [
        "RCPT TO 4",
        t`The mail server doesn't take e-mails for your address yet, as many do with new senders. Codes and notifications are sent again until it does.`,
      ],
      [
        "RCPT TO",
        t`The mail server refused your address. It may accept e-mails only from users who sign in.`,
      ],
      ["HELO", t`The mail server refused this server's name.`],
      ["EHLO", t`The mail server refused this server's name.`],
      ["EENVELOPE", t`The mail server refused the sender or your address.`],
    ];
    const found = texts.find(([part]) => failure.includes(part));
    return `${found?.[1] ?? t`The mail server didn't accept the e-mail.`} (${failure})`;
  };
}
