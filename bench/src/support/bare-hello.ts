import Fastify from "fastify";

/** The least that a request costs: the same web framework with one small reply. */
const http = Fastify();
http.get("/hello", async () => ({ hello: "world" }));
const address = await http.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`Hello is ready at ${address}\n`);
process.once("SIGTERM", () => void http.close());
