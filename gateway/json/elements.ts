import { Unbuilt } from './unbuilt.ts';
import { Values } from './values.ts';
import type { Work } from './work.ts';

export function* elementsOf(value: unknown, max: number): Work<readonly unknown[] | undefined> {
  const elements = value instanceof Unbuilt ? yield* elementsIn(value, max) : value;
  return Array.isArray(elements) && elements.length > 0 && elements.length <= max ? elements : undefined;
}

/** One element more than `max` is enough to detect too many. */
function* elementsIn(value: Unbuilt, max: number): Work<readonly unknown[]> {
  return value.isArray ? yield* new Values(value.bytes).elements(max + 1) : [];
}
