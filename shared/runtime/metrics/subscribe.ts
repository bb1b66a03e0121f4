import type { Events } from '../process/events.ts';
import type { Emit } from '../process/log.ts';

export type Handlers = { readonly [Name in keyof Events]?: (fields: Events[Name]) => void };

export function withHandlers(emit: Emit, ...subscribers: readonly Handlers[]): Emit {
  return (event, fields) => {
    for (const handlers of subscribers) handlers[event]?.(fields);
    emit(event, fields);
  };
}
