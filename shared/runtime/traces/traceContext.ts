/** Position in a trace that travels between processes (W3C Trace Context, level 1). */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits: the parent of the next spans. */
  readonly spanId: string;
  readonly isSampled: boolean;
  readonly traceparent: string;
  readonly tracestate?: string | undefined;
}

/** Version, trace id, span id, flags. Versions after 00 may append more after another hyphen. */
const traceparentForm = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;

const allZeros = /^0+$/;

/** The only flag of version 00. */
const sampledFlag = 1;

/**
 * Parses a `traceparent` header. A malformed header means no trace, as the standard says (section 4.3): the result is
 * undefined. Node joins repeated headers with a comma, which is malformed.
 */
export function readTraceparent(header: unknown, tracestate?: unknown): TraceContext | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version = '', traceId = '', spanId = '', flags = '', more] = traceparentForm.exec(header) ?? [];
  if (version === '' || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (allZeros.test(traceId) || allZeros.test(spanId)) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & sampledFlag) !== 0;
  return traceContext({ traceId, spanId, isSampled, tracestate: validTracestate(tracestate) });
}

/** Adds the header, in version 00. */
export function traceContext(parts: Omit<TraceContext, 'traceparent'>): TraceContext {
  const { traceId, spanId, isSampled, tracestate } = parts;
  const traceparent = `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
  return { traceId, spanId, isSampled, traceparent, tracestate };
}

const maxStateMembers = 32;
const maxStateCharacters = 512;

const stateMember =
  /^(?:[a-z][a-z\d_\-*/]{0,255}|[a-z\d][a-z\d_\-*/]{0,240}@[a-z][a-z\d_\-*/]{0,13})=[ -+\--<>-~]{0,255}[!-+\--<>-~]$/;

/** Header as it may be passed on; undefined if malformed or too long. */
function validTracestate(header: unknown): string | undefined {
  if (typeof header !== 'string' || header.length > maxStateCharacters) return undefined;
  const members = header.split(',').map((member) => member.trim());
  const given = members.filter((member) => member !== '');
  if (given.length === 0 || given.length > maxStateMembers) return undefined;
  return given.every((member) => stateMember.test(member)) ? given.join(',') : undefined;
}

export function traceIdIn(traceparent: string): string {
  return traceparent.slice(3, 35);
}
