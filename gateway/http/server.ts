import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { newId } from '../../shared/idents.ts';
import { type HttpRefusal, httpRefusals, refusalEnvelope } from './refusals.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** An HTTP server on which no sender can be slow for longer than `requestTimeoutMs`. */
export function httpServer(handler: Handler, requestTimeoutMs: number): Server {
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: Math.min(requestTimeoutMs, 10_000),
      connectionsCheckingInterval: Math.min(requestTimeoutMs, 1_000),
      // Longer than the idle time of usual load balancers, so that they close first.
      keepAliveTimeout: 65_000,
    },
    handler,
  );
  server.on('clientError', answerBrokenRequest);
  return server;
}

/** Listens; rejects when the port is taken. Resolves to the port, which the system chooses for 0. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** Stops accepting and resolves when every request is answered. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

/** Node gives no request for these, only the socket. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const code = refusalFor(error.code);
  const { status, message } = httpRefusals[code];
  const envelope = refusalEnvelope('', message);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(envelope)}`,
    `X-Svc-Error: ${code}`,
    `X-Request-Id: ${newId()}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${envelope}`);
}

function refusalFor(code: string | undefined): HttpRefusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  return code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'request_malformed';
}
