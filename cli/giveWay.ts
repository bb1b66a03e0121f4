import { getPriority, setPriority } from 'node:os';

/** Niceness: a process with a larger one gets the processor later. */
const givingWay = 10;

/** Lowers the priority of this process. */
export function giveWay(): void {
  setPriority(Math.max(getPriority(), givingWay));
}
