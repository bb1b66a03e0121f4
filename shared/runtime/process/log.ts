import { pino } from 'pino';
import { redisErrorCode } from '../redisErrors.ts';
import { type ErrorSummary, type Events, events } from './events.ts';
import { LogOutput } from './logOutput.ts';
import { repeat } from './repeat.ts';

export type Emit = <Name extends keyof Events>(event: Name, fields: Events[Name]) => void;

export const ignoreEvents: Emit = () => {};

export type Handlers = { readonly [Name in keyof Events]?: (fields: Events[Name]) => void };

export function withHandlers(emit: Emit, ...subscribers: readonly Handlers[]): Emit {
  return (event, fields) => {
    for (const handlers of subscribers) handlers[event]?.(fields);
    emit(event, fields);
  };
}

export function logsDebug(level: string): boolean {
  return level === 'debug' || level === 'trace';
}

/** Lines are written once this many characters are buffered, or after this many milliseconds. */
const maxBuffered = 8_192;
const flushMs = 500;

interface Log {
  readonly emit: Emit;
  readonly reopen: (file: string) => void;
  /** Writes buffered events. Must be called at the end of the process. */
  readonly flush: () => void;
}

export function openLog(role: string, level: string): Log {
  const output = new LogOutput((lost) => emit('log_incomplete', { lines: lost }));
  const lines = new Lines((text) => output.write(text));
  const log = pino({ level, base: { role, pid: process.pid }, messageKey: 'event' }, lines);
  const emit: Emit = (event, fields: object) => log[events[event].level](fields, event);
  const stopFlushing = repeat(flushMs, () => lines.flush());
  return {
    emit,
    reopen: (file) => {
      lines.flush();
      output.reopen(file);
    },
    flush: () => {
      stopFlushing();
      output.end(lines.take());
    },
  };
}

/**
 * Buffers lines. Pino's own destination can do that too (`minLength`), but measures its whole buffer again for each line: that
 * was eight of the ten kilobytes that a line allocated, and a quarter of all that a gateway allocated.
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

  take(): string {
    const text = this.#buffered.join('');
    this.#buffered = [];
    this.#length = 0;
    return text;
  }
}

/** Keeps only code and place: messages of database errors contain SQL and its values. */
export function summarize(error: unknown): ErrorSummary {
  if (!(error instanceof Error)) return { code: typeof error };
  const at = placeOf(error);
  return { code: reasonOf(error), ...(at ? { at } : {}) };
}

/** First line of the stack after the message, whose own lines may look like places, too; undefined if not found. */
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

/** Code of an error, such as `WRONGPASS`, `ECONNREFUSED` or `ER_DUP_ENTRY`. Messages are not used: they may contain values. */
function reasonOf(error: Error): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'number' ? `${error.name} ${code}` : (redisErrorCode(error) ?? error.name);
}
