import type { FastifyInstance } from 'fastify';

/** Calls that run when the server stops have so long to end. */
const FINISH_MS = 3000;
const IDLE_MS = 100;

/** New requests are refused with 503 from here on; what runs ends by itself, or with its connection once its time is over. */
export async function closeHttp(app: FastifyInstance): Promise<void> {
  // a connection that was kept by its client is idle again after its last answer
  const ending = setInterval(() => app.server.closeIdleConnections(), IDLE_MS);
  const over = setTimeout(() => app.server.closeAllConnections(), FINISH_MS);
  await app.close();
  clearInterval(ending);
  clearTimeout(over);
}
