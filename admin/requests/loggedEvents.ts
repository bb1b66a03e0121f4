import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Events } from '../../shared/runtime/process/events.ts';
import { explain, OperatorError } from '../../shared/runtime/process/explain.ts';

export type LoggedEvent = {
  readonly [Name in keyof Events]: Events[Name] & {
    readonly event: Name;
    /** Milliseconds since 1970. */
    readonly time: number;
    readonly role: string;
    readonly pid: number;
  };
}[keyof Events];

export type Logged<Name extends keyof Events> = Extract<LoggedEvent, { readonly event: Name }>;

/** The id of an entry contains the id of its batch request. */
export function requestIdOf(id: string): string {
  return id.split('.', 1)[0] as string;
}

/**
 * Returns the events that name a request or one of its calls, ordered by time, without duplicates. Throws an `OperatorError` if
 * a file can't be read.
 */
export async function eventsOf(id: string, sources: readonly LogSource[]): Promise<readonly LoggedEvent[]> {
  const lines = new Set<string>();
  for (const source of sources)
    for await (const line of linesWith(requestIdOf(id), source)) lines.add(line.slice(line.indexOf('{')));
  const events = [...lines].flatMap((line) => parsed(line) ?? []).filter((event) => concerns(event, id));
  return events.toSorted((a, b) => a.time - b.time);
}

/** Other programs may write to the same file. */
function parsed(line: string): LoggedEvent | undefined {
  try {
    const value = JSON.parse(line) as LoggedEvent;
    return typeof value.event === 'string' && typeof value.time === 'number' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The line of a batch concerns its entries. The lines of one entry don't concern the others. */
function concerns(event: LoggedEvent, id: string): boolean {
  if ('requestId' in event) return event.requestId === requestIdOf(id);
  const callIds = 'callId' in event ? [event.callId] : 'callIds' in event ? (event.callIds ?? []) : [];
  return callIds.some((callId) => callId === id || callId.startsWith(`${id}.`));
}

/** A file, or `-` for standard input. */
export type LogSource = string;

const standardInput = '-';

/** Matches `gateway.log` and rotated logs: `gateway.log.1`, `gateway.log-20261123.gz`. */
const logName = /\.log(?:[.-].*)?$/;

const chunkBytes = 1_048_576;

/** Lists the log files of these files and folders. Throws an `OperatorError` if one of them does not exist. */
export function logSources(given: readonly string[]): readonly LogSource[] {
  return given.flatMap((place) => {
    if (place === standardInput) return [place];
    if (!existsSync(place)) throw new OperatorError(`${place} does not exist: check the path after --logs`);
    if (!statSync(place).isDirectory()) return [place];
    const names = readdirSync(place).filter((name) => logName.test(name));
    return names.toSorted().map((name) => path.join(place, name));
  });
}

/** Yields the lines of a source that contain a text. Throws an `OperatorError` if it can't be read. */
async function* linesWith(text: string, source: LogSource): AsyncIterable<string> {
  let rest = '';
  try {
    for await (const chunk of opened(source)) {
      const read = rest + (chunk as string);
      const end = read.lastIndexOf('\n') + 1;
      rest = read.slice(end);
      yield* linesOf(read.slice(0, end), text);
    }
  } catch (error) {
    throw new OperatorError(`${source} can't be read: ${explain(error)}`);
  }
  yield* linesOf(rest, text);
}

function opened(source: LogSource): Readable {
  if (source === standardInput) return process.stdin.setEncoding('utf8');
  const file = createReadStream(source, { highWaterMark: chunkBytes });
  if (!source.endsWith('.gz')) return file.setEncoding('utf8');
  const unzipped = createGunzip();
  file.on('error', (error) => unzipped.destroy(error));
  return file.pipe(unzipped).setEncoding('utf8');
}

/** Returns the lines that contain the text. Most blocks do not contain it, and are not split. */
function linesOf(block: string, text: string): readonly string[] {
  return block.includes(text) ? block.split('\n').filter((line) => line.includes(text)) : [];
}
