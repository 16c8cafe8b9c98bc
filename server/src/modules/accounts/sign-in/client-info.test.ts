import { expect, test } from "vitest";
import { describeDevice, getClientInfo } from "./client-info.ts";

const KIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test("a device name is recognisable to its owner but identifies no one", () => {
  const names = {
    [`Mozilla/5.0 (X11; Linux x86_64) ${KIT} Chrome/140.0.0.0 Safari/537.36`]: "Chrome on Linux",
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`]:
      "Edge on Windows",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0":
      "Firefox on Windows",
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`]:
      "Safari on macOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1":
      "Safari on iPhone",
    [`Mozilla/5.0 (Linux; Android 10; K) ${KIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`]:
      "Samsung Internet on Android",
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KIT} Chrome/140.0.0.0 Safari/537.36`]:
      "Chrome on ChromeOS",
    "curl/8.5.0": null,
    "": null,
  };
  expect(Object.keys(names).map(describeDevice)).toEqual(Object.values(names));
});

const from = (address: string) =>
  getClientInfo({ address, userAgent: "", cookie: () => undefined }).networkPrefix;

test("only the network prefix of an address is recorded", () => {
  expect(from("192.0.2.77")).toBe("192.0.2.0/24");
  expect(from("::ffff:192.0.2.77")).toBe("192.0.2.0/24");
  expect(from("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1::/48");
});
