import { getPriority, setPriority } from 'node:os';

/** Niceness: a process with a larger one gets the processor later. */
const lowPriority = 10;

export function lowerPriority(): void {
  setPriority(Math.max(getPriority(), lowPriority));
}
