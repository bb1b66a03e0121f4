import { writeSync } from 'node:fs';
import { pino } from 'pino';
import { reasonOf } from './errorReason.ts';

/** The reason why a signature was refused, for the operator; clients get the same answer for all of them. */
export type SignatureFault =
  | 'malformed'
  | 'unknown_app'
  | 'bad_signature'
  | 'v2_required'
  | 'unknown_key'
  | 'stale'
  | 'nonce_reused';

/**
 * The events that processes log. The fields are an allow-list: no bodies, no secrets, no personal data, no SQL. Times are
 * in milliseconds.
 */
export interface Events {
  started: { readonly address?: string; readonly resources?: readonly string[] };
  /** A setting was given by its name in an earlier version. */
  setting_renamed: { readonly old: string; readonly name: string };
  stopping: { readonly signal: string };
  crashed: { readonly error: ErrorSummary };
  stop_overran: { readonly part: string };
  stop_failed: { readonly part: string; readonly error: ErrorSummary };
  request: {
    readonly requestId: string;
    readonly method: string;
    readonly app: string;
    readonly status: number;
    readonly code: string;
    readonly bytes: number;
    readonly ms: number;
    /** In a batch. */
    readonly calls?: number;
    readonly refused?: number;
  };
  set: { readonly method: string; readonly calls: number; readonly refused: number; readonly ms: number };
  set_replayed: { readonly method: string; readonly calls: number; readonly error: ErrorSummary };
  call_failed: { readonly method: string; readonly callId: string; readonly error: ErrorSummary };
  calls_expired: { readonly method: string; readonly calls: number };
  queue_failed: { readonly queue: string; readonly error: ErrorSummary };
  job_failed: { readonly queue: string; readonly error: ErrorSummary };
  inbox_purged: { readonly rows: number; readonly ms: number };
  purge_failed: { readonly error: ErrorSummary };
  connection_failed: { readonly to: 'redis' | 'database'; readonly error: ErrorSummary };
  request_crashed: { readonly requestId: string; readonly error: ErrorSummary };
  app_lookup_failed: { readonly app: string; readonly code: string };
  /** The ids of the keys, never the keys. */
  keys_judged: { readonly state: string; readonly keys: readonly string[] };
  workers_missing: { readonly queue: string };
  workers_back: { readonly queue: string };
  /** `app` is the app that the request names; empty if that can't be read. */
  signature_refused: { readonly requestId: string; readonly app: string; readonly reason: SignatureFault };
  rate_limit_skipped: { readonly key: string; readonly error: ErrorSummary };
}

const levels: { readonly [Name in keyof Events]: 'debug' | 'info' | 'warn' | 'error' | 'fatal' } = {
  started: 'info',
  setting_renamed: 'warn',
  stopping: 'info',
  crashed: 'fatal',
  stop_overran: 'warn',
  stop_failed: 'error',
  request: 'info',
  set: 'info',
  set_replayed: 'warn',
  call_failed: 'error',
  calls_expired: 'warn',
  queue_failed: 'warn',
  job_failed: 'error',
  inbox_purged: 'info',
  purge_failed: 'warn',
  connection_failed: 'warn',
  request_crashed: 'error',
  app_lookup_failed: 'warn',
  keys_judged: 'info',
  workers_missing: 'error',
  workers_back: 'info',
  signature_refused: 'warn',
  rate_limit_skipped: 'warn',
};

/** Emits an event. */
export type Emit = <Name extends keyof Events>(event: Name, fields: Events[Name]) => void;

/** Ignores events; for callers that need none. */
export const ignoreEvents: Emit = () => {};

/** Lines are written when they have so many characters, or after so many milliseconds. */
const maxBuffered = 8_192;
const flushMs = 500;

/** Writes events as JSON lines to standard output; `flush` writes those that are buffered, at the end. */
export function openLog(role: string, level: string): { readonly emit: Emit; readonly flush: () => void } {
  const destination = pino.destination({ fd: 1, sync: false });
  // The reader may be gone, such as a closed terminal: then events are dropped, and the process continues.
  let isRead = true;
  // Otherwise flushing, at the end and when the process exits, would try again for ever.
  const giveUp = () => {
    isRead = false;
    destination.destroy();
  };
  destination.on('error', giveUp);
  const lines = new Lines((text) => isRead && destination.write(text));
  const log = pino({ level, base: { role, pid: process.pid }, messageKey: 'event' }, lines);
  const ticking = setInterval(() => lines.flush(), flushMs).unref();
  return {
    emit: (event, fields: object) => log[levels[event]](fields, event),
    flush: () => {
      clearInterval(ticking);
      if (!isRead) return;
      const left = leftAfterWriting(lines.take());
      if (left === undefined) return giveUp();
      destination.write(left);
      destination.flushSync();
    },
  };
}

/**
 * Buffers lines. Pino's own destination can do that too (`minLength`), but measures its whole buffer again for each line:
 * that was eight of the ten kilobytes that a line allocated, and a quarter of all that a gateway allocated.
 */
class Lines {
  readonly #write: (text: string) => unknown;
  #buffered: string[] = [];
  #length = 0;

  constructor(write: (text: string) => unknown) {
    this.#write = write;
  }

  write(line: string): void {
    this.#buffered.push(line);
    this.#length += line.length;
    if (this.#length >= maxBuffered) this.flush();
  }

  flush(): void {
    if (this.#length > 0) this.#write(this.take());
  }

  /** Empties the buffer, and returns what it had. */
  take(): string {
    const text = this.#buffered.join('');
    this.#buffered = [];
    this.#length = 0;
    return text;
  }
}

/** Writes as much as standard output takes at once, and returns the rest; undefined if it has no reader any more. */
function leftAfterWriting(text: string): string | undefined {
  try {
    const bytes = Buffer.from(text);
    return bytes.subarray(writeSync(1, bytes)).toString();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? text : undefined;
  }
}

export interface ErrorSummary {
  readonly code: string;
  readonly at?: string;
}

/** Messages of database errors have SQL and its values, so only the code and the place are logged. */
export function summarize(error: unknown): ErrorSummary {
  if (!(error instanceof Error)) return { code: typeof error };
  const at = placeOf(error);
  return { code: reasonOf(error), ...(at ? { at } : {}) };
}

/** The first line of the stack after the message, whose own lines may look like places too; undefined if it can't be found. */
function placeOf({ message, name, stack = '' }: Error): string | undefined {
  const end = message.slice(message.lastIndexOf('\n') + 1) || name;
  const from = stack.lastIndexOf(`${end}\n    at `);
  return from === -1
    ? undefined
    : stack
        .slice(from + end.length)
        .trimStart()
        .split('\n', 1)[0];
}
