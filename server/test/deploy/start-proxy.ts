import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "node:tls";
import { onTestFinished } from "vitest";
import { freePort } from "../services/redis.ts";

const DEPLOY = join(import.meta.dirname, "../../../deploy");
const NGINX = process.env["NGINX"] ?? "/usr/sbin/nginx";
const CADDY = process.env["CADDY"] ?? "/usr/bin/caddy";
export const hasCaddy = existsSync(CADDY);

export interface Proxy {
  readonly httpsPort: number;
  readonly httpPort: number;
  /** What its clients have to trust, if there is a file of it. */
  readonly certificate?: string;
  /** What the proxy has written to its access log. */
  readonly readLog: () => string;
  /** What it has written to its error log. */
  readonly readErrors: () => string;
}

/** Replaces each text once; throws if the shipped file no longer contains it. */
function replaceAll(text: string, pairs: Readonly<Record<string, string>>): string {
  return Object.entries(pairs).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The file does not contain "${from}".`);
    return result.replaceAll(from, to);
  }, text);
}

const listServers = (upstreams: readonly string[], options: string): string =>
  upstreams.map((upstream) => `    server ${new URL(upstream).host} ${options};`).join("\n");

/** A real nginx with the shipped configuration; only ports, certificate and log are of the test. */
export async function startShippedNginx(
  name: string,
  ...upstreams: readonly string[]
): Promise<Proxy> {
  const { folder, httpPort, httpsPort } = await prepare();
  const key = join(folder, "key.pem");
  const certificate = join(folder, "certificate.pem");
  const subject = ["-subj", `/CN=${name}`, "-days", "2", "-nodes"];
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-keyout",
      key,
      "-out",
      certificate,
    ].concat(subject),
    { stdio: "ignore" },
  );
  const shipped = replaceAll(readFileSync(join(DEPLOY, "nginx/commonlane.conf"), "utf8"), {
    "    server 127.0.0.1:3000 fail_timeout=5s;": listServers(upstreams, "fail_timeout=5s"),
    "    server 127.0.0.1:3000 max_fails=0;": listServers(upstreams, "max_fails=0"),
    "rides.example.org": name,
    "    listen [::]:80;\n": "",
    "    listen [::]:443 ssl http2;\n": "",
    "listen 80;": `listen 127.0.0.1:${httpPort};`,
    "listen 443 ssl": `listen 127.0.0.1:${httpsPort} ssl`,
    [`/etc/letsencrypt/live/${name}/fullchain.pem`]: certificate,
    [`/etc/letsencrypt/live/${name}/privkey.pem`]: key,
    "/var/log/nginx/commonlane.log": join(folder, "access.log"),
  });
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const file = join(folder, "nginx.conf");
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;\nevents { worker_connections 4096; }\nhttp { access_log off; ${temporary.join(" ")}\n${shipped}}`,
  );
  await run(NGINX, ["-p", folder, "-e", join(folder, "error.log"), "-c", file], {
    folder,
    port: httpsPort,
    name,
  });
  const readLog = () => readFileSync(join(folder, "access.log"), "utf8");
  const readErrors = () => readFileSync(join(folder, "error.log"), "utf8");
  return {
    httpPort,
    httpsPort,
    certificate: readFileSync(certificate, "utf8"),
    readLog,
    readErrors,
  };
}

/** A real Caddy with the shipped Caddyfile and, as no certificate authority can be reached, one of its own. */
export async function startShippedCaddy(name: string, upstream: string): Promise<Proxy> {
  const { folder, httpPort, httpsPort } = await prepare();
  const file = join(folder, "Caddyfile");
  const shipped = readFileSync(join(DEPLOY, "caddy/Caddyfile"), "utf8");
  const options = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n}\n`;
  writeFileSync(file, options + shipped);
  const environment = {
    DOMAIN: name,
    UPSTREAM: new URL(upstream).host,
    HOME: folder,
    XDG_DATA_HOME: folder,
  };
  await run(
    CADDY,
    ["run", "--config", file, "--adapter", "caddyfile"],
    { folder, port: httpsPort, name },
    environment,
  );
  return { httpPort, httpsPort, readLog: () => "", readErrors: () => "" };
}

async function prepare(): Promise<{ folder: string; httpPort: number; httpsPort: number }> {
  const folder = mkdtempSync(join(tmpdir(), "commonlane-proxy-"));
  mkdirSync(folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, httpPort: await freePort(), httpsPort: await freePort() };
}

/** Starts a proxy and waits until it listens; it ends with the test. */
async function run(
  program: string,
  args: readonly string[],
  { folder, port, name }: { readonly folder: string; readonly port: number; readonly name: string },
  environment: Record<string, string> = {},
): Promise<void> {
  const output: string[] = [];
  const child = spawn(program, args, { cwd: folder, env: { ...process.env, ...environment } });
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => output.push(data.toString()));
  const gone = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await gone;
  });
  while (!(await answers(port, name))) {
    if (child.exitCode !== null) throw new Error(`${program} did not start: ${output.join("")}`);
    await sleep(50);
  }
}

/** Whether a TLS handshake succeeds: Caddy listens before it has a certificate. */
const answers = (port: number, servername: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(
      { port, host: "127.0.0.1", servername, rejectUnauthorized: false },
      () => {
        socket.destroy();
        resolve(true);
      },
    );
    socket.once("error", () => resolve(false));
  });
