import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type HttpRejection, httpRejections } from '../../shared/contract/httpRejections.ts';
import { newId } from '../../shared/contract/values/idents.ts';
import { httpRefusal } from '../requests/refusals.ts';
import type { Connections } from './connections.ts';
import { methodOf, shown } from './exchange.ts';

/** Time for a client to read the refusal; then its connection ends, whatever it still sends. */
const readingMs = 500;

const broken = new WeakSet<Duplex>();

/** Answers requests that are not HTTP, have too large headers, or do not arrive in time. */
export function answerBrokenRequests(server: Server, connections: Connections): void {
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else refuseBroken(socket, refusalFor(error.code), connections.latestResponse(socket as Socket));
  });
}

/**
 * Ends a connection whose request has transfer codings other than `chunked`, and returns true if it did. Node's parser accepts
 * some before `chunked`, which a proxy may ignore: then both would disagree on where the request ends.
 */
export function refuseCodings(response: ServerResponse, connections: Connections): boolean {
  const { headers, socket } = response.req;
  const codings = headers['transfer-encoding'];
  if (codings === undefined || codings.toLowerCase() === 'chunked') return false;
  const latest = connections.latestResponse(socket);
  refuseBroken(socket, 'request_malformed', latest?.writableFinished === false ? latest : response);
  return true;
}

/** True if the connection ends with a refusal. Node still hands over requests behind the refused one. */
export function isCutOff(socket: Socket): boolean {
  return broken.has(socket);
}

export function refuseLate(response: ServerResponse): void {
  refuseBroken(response.req.socket, 'request_timeout', response);
}

function refuseBroken(socket: Duplex, code: HttpRejection, response: ServerResponse | undefined): void {
  if (broken.has(socket)) return;
  broken.add(socket);
  const refuse = () => cutOff(socket, code, response);
  // The client would take a refusal for the answer to the good request before it.
  if (response?.req.complete && !response.writableFinished) response.once('finish', refuse);
  else refuse();
}

/** Node passes only the socket of such a request. The latest request is the broken one if it is incomplete. */
function cutOff(socket: Duplex, code: HttpRejection, latest: ServerResponse | undefined): void {
  const request = latest?.req.complete ? undefined : latest?.req;
  if (request && latest?.headersSent) socket.end();
  else socket.end(refusalBytes(code, request ? methodOf(request) : ''));
  setTimeout(() => socket.destroy(), readingMs).unref();
}

function refusalBytes(code: HttpRejection, method: string): string {
  const { status } = httpRejections[code];
  const { envelope } = httpRefusal(shown(method), code);
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

function refusalFor(code: string | undefined): HttpRejection {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  return code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'request_malformed';
}
