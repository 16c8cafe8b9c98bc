/** What other modules may import of a module: its door, and those of its folders. */
const DOORS = [
  "^server/src/modules/[^/]+/index\\.ts$",
  "^server/src/modules/[^/]+/[^/]+/index\\.ts$",
];

/**
 * Import layers: which folders may import which. scripts/architecture-self-test.ts plants one violation of each. @type
 * {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    {
      name: "contract-imports-few-libraries",
      severity: "error",
      from: { path: "^contract/src", pathNot: "\\.test\\.ts$" },
      // Only zod/mini, because the web app ships what the contract imports; the three libraries for contact details
      // load on demand.
      to: {
        pathNot: [
          "^contract/src",
          "node_modules/zod/mini/",
          "node_modules/libphonenumber-js/(min|mobile)/",
          "node_modules/(linkify-it|tlds)/",
        ],
      },
    },
    {
      name: "matching-imports-nothing",
      severity: "error",
      from: { path: "^matching/src", pathNot: "\\.test\\.ts$" },
      to: { pathNot: "^matching/src" },
    },
    {
      name: "geo-knows-no-rides",
      severity: "error",
      from: { path: "^geo/" },
      to: { path: ["^(contract|server|web)/", "^matching/src/(?!geo\\.ts$)"] },
    },
    {
      name: "web-never-server",
      severity: "error",
      from: { path: "^web" },
      to: { path: "^(server|matching|geo)/" },
    },
    {
      name: "server-never-web",
      severity: "error",
      from: { path: "^server" },
      to: { path: "^web" },
    },
    {
      name: "platform-knows-no-module",
      severity: "error",
      from: { path: "^server/src/platform", pathNot: "\\.test\\.ts$" },
      to: { path: "^server/src/(?!platform/)" },
    },
    {
      name: "modules-know-no-app",
      severity: "error",
      from: { path: "^server/src/modules/", pathNot: "\\.test\\.ts$" },
      to: { path: "^server/src/(?!modules/|platform/)" },
    },
    {
      name: "modules-meet-at-the-door",
      severity: "error",
      from: { path: "^server/src/modules/([^/]+)/", pathNot: "\\.test\\.ts$" },
      to: {
        path: "^server/src/modules/[^/]+/",
        pathNot: ["^server/src/modules/$1/", ...DOORS],
      },
    },
    {
      name: "app-uses-doors",
      severity: "error",
      from: { path: "^server/src/(?!modules/|platform/)" },
      to: { path: "^server/src/modules/", pathNot: DOORS },
    },
    {
      // What these reach asks for a context outside of transactions.
      name: "modules-call-services-through-the-platform",
      severity: "error",
      from: { path: "^server/src/modules/", pathNot: "\\.test\\.ts$" },
      to: {
        path: [
          "^(node:)?(https?|http2|tls|dgram|dns|dns/promises)$",
          "node_modules/(@types/)?(nodemailer|undici|web-push)/",
        ],
      },
    },
    {
      name: "sql-in-stores-and-platform-db",
      severity: "error",
      from: {
        path: "^server/src",
        pathNot: ["\\.store\\.ts$", "^server/src/platform/db/", "\\.test\\.ts$"],
      },
      to: { path: "node_modules/(@types/)?(kysely|pg)/" },
    },
    {
      name: "features-are-islands",
      severity: "error",
      from: { path: "^web/src/features/([^/]+)/" },
      to: { path: "^web/src/features/[^/]+/", pathNot: "^web/src/features/$1/" },
    },
    {
      name: "features-know-no-app",
      severity: "error",
      from: { path: "^web/src/features/" },
      to: { path: "^web/src/app/" },
    },
    {
      name: "shared-knows-no-feature",
      severity: "error",
      from: { path: "^web/src/shared" },
      to: { path: "^web/src/(features|app)" },
    },
    {
      name: "tests-are-leaves",
      severity: "error",
      from: { pathNot: "\\.test\\.tsx?$|/test/|^e2e/" },
      to: { path: "\\.test\\.tsx?$|/test/", pathNot: "^node_modules/" },
    },
  ],
  options: {
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^web/dist" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
      extensions: [".ts", ".tsx", ".js"],
    },
  },
};
