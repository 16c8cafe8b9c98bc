import { msg } from "@lingui/core/macro";

/** The parts of the landing page that its navigation leads to. */
export const sections = [
  { href: "#features", label: msg`Features` },
  { href: "#how-it-works", label: msg`How it works` },
  { href: "#contact", label: msg`Contact` },
];
