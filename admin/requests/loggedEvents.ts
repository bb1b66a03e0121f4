import type { Events } from '../../shared/runtime/process/events.ts';
import { type LogSource, linesWith } from './logFiles.ts';

export type LoggedEvent = {
  readonly [Name in keyof Events]: Events[Name] & {
    readonly event: Name;
    /** Milliseconds since 1970. */
    readonly time: number;
    readonly role: string;
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
