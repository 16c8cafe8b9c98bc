import { msg } from "@lingui/core/macro";

/** Sections of the landing page that its navigation links to. */
export const sections = [
  { href: "#features", label: msg`Features` },
  { href: "#how-it-works", label: msg`How it works` },
  { href: "#contact", label: msg`Contact` },
];
