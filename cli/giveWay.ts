import { getPriority, setPriority } from 'node:os';

/** What the system calls niceness: the larger, the later comes a process that wants a processor. */
const givingWay = 10;

/** Lets other processes of the machine come first. */
export function giveWay(): void {
  setPriority(Math.max(getPriority(), givingWay));
}
