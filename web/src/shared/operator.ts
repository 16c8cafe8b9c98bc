/** What an operator may rename. The server's settings replace these defaults when it hands out its own. */
export const operator = {
  name: "Commonlane",
  supportEmail: "support@example.org",
  socialUrl: "https://example.org/commonlane",
} as const;
