import type { Events } from '../../shared/runtime/process/events.ts';
import type { Emit } from '../../shared/runtime/process/log.ts';

type EmittedEvent = { readonly [Name in keyof Events]: Events[Name][] };

/** Keeps what a process tells, by event. */
export function recordEvents(): {
  readonly emit: Emit;
  readonly emitted: <Name extends keyof Events>(event: Name) => EmittedEvent[Name];
} {
  const events: { [Name in string]?: unknown[] } = {};
  return {
    emit: (event, fields) => (events[event] ??= []).push(fields),
    emitted: (event) => (events[event] ??= []) as never,
  };
}
