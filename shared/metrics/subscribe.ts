import type { Events } from '../process/events.ts';
import type { Emit } from '../process/log.ts';

/** What a subscriber does with events; it ignores the others. */
export type Handlers = { readonly [Name in keyof Events]?: (fields: Events[Name]) => void };

/** Emits each event to the handlers too. */
export function withHandlers(emit: Emit, ...subscribers: readonly Handlers[]): Emit {
  return (event, fields) => {
    for (const handlers of subscribers) handlers[event]?.(fields);
    emit(event, fields);
  };
}
