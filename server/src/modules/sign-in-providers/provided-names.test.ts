import { expect, test } from "vitest";
import { readNames } from "./provided-names.ts";

const EMAIL = "ada.muster@uni.example";

test.each([
  // Authentik's default puts the whole name into given_name.
  [{ given_name: "Ada Muster", name: "Ada Muster" }, "Ada", "Muster"],
  [{ given_name: "Ada Muster", family_name: "Muster", name: "Ada Muster" }, "Ada", "Muster"],
  [{ given_name: "Ada", family_name: "Ada Muster", name: "Ada Muster" }, "Ada", "Muster"],
  [{ given_name: "Muster, Ada" }, "Ada", "Muster"],
  [{ name: "Muster, Ada" }, "Ada", "Muster"],
  [{ name: "Muster Ada (Student)" }, "Ada", "Muster"],
  [{ given_name: "Ada", name: "Muster Ada (Student)" }, "Ada", "Muster"],
  [{ given_name: "Ada", name: "Ada Maria Muster" }, "Ada", "Maria Muster"],
  [{ family_name: "Muster", name: "Ada Muster" }, "Ada", "Muster"],
  [{ family_name: "Muster", name: "Muster, Ada" }, "Ada", "Muster"],
  [{ name: "MUSTER Ada" }, "Ada", "MUSTER"],
  [{ name: "Ada MUSTER-MEIER" }, "Ada", "MUSTER-MEIER"],
  [{ name: "ADA MUSTER" }, "ADA", "MUSTER"],
  [{ name: "Prof. Dr.-Ing. Ada Muster, M.Sc." }, "Ada", "Muster"],
  [{ given_name: "Ada", family_name: "von und zu Muster M.Sc." }, "Ada", "von und zu Muster"],
  [{ name: "Ada Maria von der Muster" }, "Ada Maria", "von der Muster"],
  [{ name: "María José de la Cruz" }, "María José", "de la Cruz"],
  [{ name: "Ravi a/l Kumar" }, "Ravi", "a/l Kumar"],
  [{ name: "Yo-Yo Ma" }, "Yo-Yo", "Ma"],
  [{ name: "O´Neill, Ada" }, "Ada", "O'Neill"],
  // People with one name.
  [{ name: "Suharto" }, "Suharto", ""],
  [{ given_name: "Ada" }, "Ada", ""],
  [{ given_name: "Suharto", name: "Suharto" }, "Suharto", ""],
  [{ family_name: "Suharto" }, "Suharto", ""],
  [{ given_name: "Suharto", family_name: "Suharto", name: "Suharto" }, "Suharto", ""],
  [{ given_name: "Ada", name: "amuster" }, "Ada", ""],
  [{ name: "Ada Muster PhD" }, "Ada", "Muster"],
  // What directories put in place of a missing name, or beside one.
  [{ given_name: "Suharto", family_name: "-" }, "Suharto", ""],
  [{ given_name: "Suharto", family_name: "LNU" }, "Suharto", ""],
  [{ given_name: "FNU", family_name: "Suharto" }, "Suharto", ""],
  [{ name: "ada.muster@uni.example" }, "", ""],
  [{ name: "Ada Muster - Student" }, "Ada", "Muster"],
  [{ name: "Ada Muster | Uni Freiburg" }, "Ada", "Muster"],
  [{ name: "Smith, John, Jr." }, "John", "Smith Jr."],
  [{ name: "John Smith, Jr." }, "John", "Smith Jr."],
  [{ name: "Herr Max Muster" }, "Max", "Muster"],
  [{ name: "Mag.a Ada Muster" }, "Ada", "Muster"],
  [{ name: "Muster Ada, cand. med." }, "Ada", "Muster"],
  [{ name: "Ada Muster <ada.muster@uni.example>" }, "Ada", "Muster"],
  [{ given_name: "Unknown", family_name: "Suharto" }, "Suharto", ""],
  [{ name: "ada.muster" }, "", ""],
  [{ name: "s1234567" }, "", ""],
  [{ name: "UNI\\amuster" }, "", ""],
  [{ given_name: ["Ada"], family_name: ["Muster"] }, "Ada", "Muster"],
  [{ given_name: "Ada\u200B", family_name: "Mus\u00ADter" }, "Ada", "Muster"],
  [{}, "", ""],
  [{ name: 7 }, "", ""],
])("[domain/input:provided-names] %j is %j and %j", (claims, firstName, lastName) => {
  expect(readNames(claims, EMAIL)).toEqual({ firstName, lastName });
});

test("[domain/input:provided-names] never repeats a name and never cuts one", () => {
  const long = "Abcdefghij ".repeat(6).trim();
  expect(readNames({ given_name: "Ada", family_name: long }, EMAIL)).toEqual({
    firstName: "Ada",
    lastName: long,
  });
});
