import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type HttpRejection, httpRejections } from '../../shared/contract/httpRejections.ts';
import { newId } from '../../shared/contract/values/idents.ts';
import { httpRejection, maxShownMethod } from '../requests/refusalReplies.ts';
import { resolveRoute } from '../requests/routes.ts';
import type { Connections } from './connections.ts';

/** Time for a client to read the rejection; then its connection ends, whatever it still sends. */
const readingMs = 500;

/** Connections of rejected requests. Each ends with its rejection, so no request behind it is answered. */
export const brokenSockets = new WeakSet<Duplex>();

/** Rejects requests that are not HTTP, have too large headers, or do not arrive in time. */
export function rejectBrokenRequests(server: Server, connections: Connections): void {
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else rejectBroken(socket, rejectionFor(error.code), connections.latestResponse(socket as Socket));
  });
}

/** Rejects a request with another transfer coding than `chunked`. */
export function rejectCodings(response: ServerResponse, connections: Connections): void {
  const { socket } = response.req;
  const latest = connections.latestResponse(socket);
  rejectBroken(socket, 'request_malformed', latest?.writableFinished === false ? latest : response);
}

/** Rejects a request whose body comes too slowly. */
export function rejectLate(response: ServerResponse): void {
  rejectBroken(response.req.socket, 'request_timeout', response);
}

function rejectBroken(socket: Duplex, code: HttpRejection, response: ServerResponse | undefined): void {
  if (brokenSockets.has(socket)) return;
  brokenSockets.add(socket);
  const reject = () => cutOff(socket, code, response);
  // The client would take a rejection for the answer to the good request before it.
  if (response?.req.complete && !response.writableFinished) response.once('finish', reject);
  else reject();
}

/** Node passes only the socket of such a request. The latest request is the broken one if it is incomplete. */
function cutOff(socket: Duplex, code: HttpRejection, latest: ServerResponse | undefined): void {
  const request = latest?.req.complete ? undefined : latest?.req;
  if (request && latest?.headersSent) socket.end();
  else socket.end(rejectionBytes(code, request ? resolveRoute(request).method : ''));
  setTimeout(() => socket.destroy(), readingMs).unref();
}

function rejectionBytes(code: HttpRejection, method: string): string {
  const { status } = httpRejections[code];
  const { envelope } = httpRejection(method.slice(0, maxShownMethod), code);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(envelope)}`,
    `X-Svc-Error: ${code}`,
    `X-Request-Id: ${newId()}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${envelope}`;
}

function rejectionFor(code: string | undefined): HttpRejection {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  return code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'request_malformed';
}
