import type { Drawing } from '../../test/support/random.ts';

/** Headers that lenient parsers take for another length than strict ones. The body has `length` bytes. */
const framings: readonly ((length: number) => readonly string[])[] = [
  (length) => [`Content-Length: ${length}`],
  (length) => [`Content-Length: ${length}`, 'Content-Length: 0'],
  (length) => ['Content-Length: 0', `Content-Length: ${length}`],
  (length) => [`Content-Length: 0, ${length}`],
  (length) => [`Content-Length: +${length}`],
  (length) => [`Content-Length: ${length} 0`],
  (length) => [`Content-Length: 0x${length.toString(16)}`],
  (length) => [`Content-Length:\r\n ${length}`],
  () => ['Content-Length: -1'],
  () => ['Content-Length: 18446744073709551616'],
  (length) => [`Content-Length: ${length}`, 'Transfer-Encoding: chunked'],
  (length) => ['Transfer-Encoding: chunked', `Content-Length: ${length}`],
  (length) => [`Content-Length: ${length}`, 'Transfer-Encoding: identity'],
  (length) => [`Content-Length: ${length}`, 'Transfer-Encoding : chunked'],
  (length) => [`Content-Length: ${length}`, ' Transfer-Encoding: chunked'],
  (length) => [`Content-Length: ${length}`, 'Transfer-Encoding:\tchunked'],
  (length) => [`Content-Length: ${length}`, 'Transfer-Encoding: xchunked'],
  (length) => [`Content-Length: ${length}`, 'X: y\nTransfer-Encoding: chunked'],
  (length) => [`Content-Length: ${length}`, 'X: y\rTransfer-Encoding: chunked'],
  (length) => [`Content-Length: ${length}`, 'Transfer_Encoding: chunked'],
  () => ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
  () => ['Transfer-Encoding: chunked, identity'],
  () => ['Transfer-Encoding: identity, chunked, chunked'],
  () => ['Transfer-Encoding: "chunked"'],
  () => ['Transfer-Encoding: chunked\0'],
];

/** Beginnings of a body that is the hidden request. */
const bodies: readonly ((hidden: string) => string)[] = [
  (hidden) => hidden,
  (hidden) => `0\r\n\r\n${hidden}`,
  (hidden) => `0\n\n${hidden}`,
  (hidden) => `${hidden.length.toString(16)}\n${hidden}\r\n0\r\n\r\n`,
  (hidden) => `${hidden.length.toString(16)};a="\r\n0\r\n\r\n"\r\n${hidden}\r\n0\r\n\r\n`,
  (hidden) => `0x${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
  (hidden) => `-1\r\n${hidden}`,
  (hidden) => `fffffffffffffffff\r\n${hidden}`,
  (hidden) => `1\r\nZ0\r\n\r\n${hidden}`,
  (hidden) => `1\r\nZ\r\n0\r\nContent-Length: 0\r\n${hidden}`,
];

const requestLines: readonly string[] = [
  'POST /api/v1 HTTP/1.1',
  'POST  /api/v1 HTTP/1.1',
  'POST /api/v1\tHTTP/1.1',
  'POST /api/v1 HTTP/1.0',
  'POST /api/v1 HTTP/1.2',
  'POST /api/v1 HTTP/2.0',
  'POST /api/v1 http/1.1',
  'GET /api/v1 HTTP/1.1',
  'HEAD /api/v1 HTTP/1.1',
  'POST http://other.example/api/v1 HTTP/1.1',
  'POST /api/v1/../v1 HTTP/1.1',
  'POST /api/v1\0 HTTP/1.1',
  'CONNECT /api/v1 HTTP/1.1',
  'POST /api/v1',
];

/** More headers: up to, and beyond, the 16 KiB that the parser takes, and more than Node's former 1,000. */
function drawnHeaders(draw: Drawing): readonly string[] {
  const limit = 16_384;
  const fillers: readonly (() => readonly string[])[] = [
    () => [],
    () => [],
    () => Array.from({ length: 1_000 + draw.below(3) }, () => 'A:'),
    () => Array.from({ length: 1_900 + draw.below(300) }, () => 'A:1'),
    () => [`X: ${'x'.repeat(limit - 600 + draw.below(1_200))}`],
    () => [`${'X'.repeat(1 + draw.below(limit))}: x`],
    () => [`X: ${draw.text(['\x01', '\x7f', '\xff', '\t', 'x', '\0'], 20)}`],
    () => [`${draw.text(['a', '(', ' ', '\xe4', ':', '@'], 8)}: x`],
    () => ['X: a\r\n\tfolded'],
    () => ['Expect: 100-continue'],
    () => ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'],
    () => ['Connection: close, Content-Length'],
    () => ['Host: other.example'],
  ];
  return draw.one(fillers)();
}

/** A request, not signed, that is broken as drawn; what its body hides must not be run. Half of them have CRLF everywhere. */
export function drawnRequest(draw: Drawing, hidden: string): Buffer {
  const body = draw.one(bodies)(hidden);
  const framing = draw.one(framings)(Buffer.byteLength(body, 'latin1'));
  const end = draw.one(['\r\n', '\r\n', '\r\n', '\n', '\r']);
  const headers = [...framing, ...drawnHeaders(draw), 'X-Svc-Method: article.create'];
  const ordered = draw.below(2) === 0 ? headers : headers.toReversed();
  const host = draw.below(10) === 0 ? [] : ['Host: counterfoil.example'];
  const line = draw.below(2) === 0 ? (requestLines[0] as string) : draw.one(requestLines);
  const preface = draw.below(20) === 0 ? 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' : '';
  const head = [line, ...host, 'Content-Type: application/json', ...ordered, '', ''].join(end);
  const bytes = Buffer.from(`${preface}${head}${body}`, 'latin1');
  return draw.below(10) === 0 ? bytes.subarray(0, draw.below(bytes.length)) : bytes;
}
