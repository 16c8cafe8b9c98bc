import { expect, test } from "vitest";
import { chooseLanguage, directionOf, parseAcceptLanguage } from "./languages.ts";

test("the first preferred language that the product speaks is chosen, else the fallback", () => {
  expect(chooseLanguage(["es-MX", "ar"], "en")).toBe("es");
  expect(chooseLanguage(["de-CH", "fr"], "en")).toBe("de");
  expect(chooseLanguage(["sv", "zh-Hant-TW", "AR-eg", "de"], "en")).toBe("ar");
  expect(chooseLanguage(["sv", "constructor", ""], "es")).toBe("es");
  expect(chooseLanguage([], "ar")).toBe("ar");
});

test("an Accept-Language header gives tags by weight, without those of weight 0 or with a broken weight", () => {
  expect(parseAcceptLanguage("en;q=0.5, de-CH, fr;q=0.8, es;q=0, ar;q=x")).toEqual([
    "de-CH",
    "fr",
    "en",
  ]);
  expect(parseAcceptLanguage("")).toEqual([]);
  expect(parseAcceptLanguage("a,".repeat(100_000))).toHaveLength(250);
});

test("Arabic is written from right to left", () => {
  expect(directionOf("ar")).toBe("rtl");
  expect(directionOf("es")).toBe("ltr");
});
