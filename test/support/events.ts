import type { Events, Tell } from '../../shared/log.ts';

type Told = { readonly [Name in keyof Events]: Events[Name][] };

/** Keeps what a process tells, by event. */
export function recordEvents(): {
  readonly tell: Tell;
  readonly told: <Name extends keyof Events>(event: Name) => Told[Name];
} {
  const events: { [Name in string]?: unknown[] } = {};
  return {
    tell: (event, fields) => (events[event] ??= []).push(fields),
    told: (event) => (events[event] ??= []) as never,
  };
}
