import { expect, test } from "vitest";
import { findUnknownSettings } from "./serve.ts";
import { readSettings } from "#platform/settings.ts";

test("variables that look like settings are named without their values, system variables are not", () => {
  const environment = {
    SMTP_HOST: "secret",
    OIDC_ISSUER: "secret",
    PUBLIC_URI: "secret",
    DATADIR: "secret",
    PORT: "1",
    SMTP_URL: "smtp://localhost",
    HOSTNAME: "web",
    HOME: "/root",
    MAIL: "/var/mail/root",
    PATH: "/bin",
    NODE_ENV: "production",
    REDIS_SERVICE_HOST: "10.0.0.1",
    REDIS_PORT_6379_TCP: "tcp://10.0.0.1:6379",
    npm_config_port: "1",
  };
  expect(findUnknownSettings(environment)).toEqual([
    "SMTP_HOST",
    "OIDC_ISSUER",
    "PUBLIC_URI (did you mean PUBLIC_URL?)",
    "DATADIR (did you mean DATA_DIR?)",
  ]);
});

test("PUBLIC_URL is an origin: a path, query or user name is refused with what is expected", () => {
  for (const wrong of [
    "https://uni.example.org/rides",
    "https://uni.example.org/?a",
    "https://uni.example.org/#a",
    "https://me@uni.example.org",
    "ftp://uni.example.org",
  ])
    expect(() => readSettings({ PUBLIC_URL: wrong })).toThrow(/PUBLIC_URL/);
  expect(() => readSettings({ PUBLIC_URL: "https://uni.example.org/rides" })).toThrow(
    /cannot run below a path/,
  );
  for (const right of [
    "https://uni.example.org",
    "https://uni.example.org/",
    "http://127.0.0.1:3000",
  ])
    expect(readSettings({ PUBLIC_URL: right }).PUBLIC_URL).toBe(right);
});
