import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { useMailFailureText } from "./mail-failure-text.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });

function Text({ failure }: { failure: string }) {
  return useMailFailureText()(failure);
}
const textOf = (failure: string) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Text failure={failure} />
    </I18nProvider>,
  );

test.each([
  ["ESOCKET DEPTH_ZERO_SELF_SIGNED_CERT CONN", "isn’t trusted"],
  ["ESOCKET SELF_SIGNED_CERT_IN_CHAIN CONN", "isn’t trusted"],
  ["ETLS UNABLE_TO_VERIFY_LEAF_SIGNATURE STARTTLS", "isn’t trusted"],
  ["ESOCKET ERR_TLS_CERT_ALTNAME_INVALID CONN", "for another name"],
  ["ESOCKET CERT_HAS_EXPIRED CONN", "has expired"],
  ["ESOCKET ERR_SSL_WRONG_VERSION_NUMBER CONN", "Choose STARTTLS, or port 465"],
  ["ESOCKET ERR_SSL_UNSUPPORTED_PROTOCOL CONN", "encryption is too old"],
  ["ESOCKET ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION CONN", "encryption is too old"],
  ["ESOCKET ERR_SSL_DH_KEY_TOO_SMALL CONN", "encryption is too old"],
  ["EPROTOCOL CONN", "Another program than a mail server"],
  ["EAUTH AUTH PLAIN 535", "user name or password"],
  ["EDNS ENOTFOUND CONN", "no server with this name"],
  ["ESOCKET ECONNREFUSED CONN", "be reached"],
  ["ESOCKET ENETUNREACH CONN", "be reached"],
  ["ETIMEDOUT CONN", "answer"],
  ["EENVELOPE MAIL FROM 421", "name for now"],
  ["EENVELOPE MAIL FROM 530", "wants encryption or a user name"],
  ["EENVELOPE MAIL FROM 553", "Enter one that your user may use"],
  ["EENVELOPE RCPT TO 450", "yet, as many do with new senders"],
  ["EENVELOPE RCPT TO 451", "yet, as many do with new senders"],
  ["EENVELOPE RCPT TO 554", "refused your address"],
  ["EPROTOCOL CONN 554", "refuses connections from this server"],
  ["EPROTOCOL CONN 421", "refuses connections from this server"],
  ["EPROTOCOL HELO 501", "refused this server"],
  ["EMESSAGE DATA 554", "accept the e-mail"],
])("the failure %s is explained, and shown", (failure, words) => {
  const text = textOf(failure).replaceAll("&#x27;", "’");
  expect(text).toContain(words);
  expect(text).toContain(`(${failure})`);
});
