import { readFileSync } from 'node:fs';

/** Milliseconds. */
const beatMs = 100;

interface Totals {
  /** Seconds in which all processes that could run waited for the disk, or for memory. */
  readonly disk: number;
  readonly memory: number;
  /** Seconds that the hypervisor gave to others, of all processors together. */
  readonly stolen: number;
}

/** Watches what the machine gives to a suite: a failure of many tests at once may be one of the machine. */
export class MachineWatch {
  readonly #startedAt = performance.now();
  readonly #before = totals();
  readonly #timer: NodeJS.Timeout;
  #lastBeat = performance.now();
  #longestPause = 0;

  constructor() {
    this.#timer = setInterval(() => this.#beat(), beatMs);
  }

  /** Ends the watch. Returns a phrase with what the suite had to wait for, in seconds; what the kernel does not count is 0. */
  stop(): string {
    clearInterval(this.#timer);
    this.#beat();
    const now = totals();
    const waits = [
      `all processes waited ${(now.disk - this.#before.disk).toFixed(0)} s for the disk`,
      `${(now.memory - this.#before.memory).toFixed(0)} s for memory`,
      `the hypervisor took ${(now.stolen - this.#before.stolen).toFixed(0)} s`,
      `the longest pause was ${(this.#longestPause / 1_000).toFixed(1)} s`,
    ];
    const seconds = (performance.now() - this.#startedAt) / 1_000;
    return `of ${seconds.toFixed(0)} s, ${waits.join(', ')}`;
  }

  #beat(): void {
    const now = performance.now();
    this.#longestPause = Math.max(this.#longestPause, now - this.#lastBeat - beatMs);
    this.#lastBeat = now;
  }
}

function totals(): Totals {
  // See proc(5): the 8th time of `cpu` is stolen, in hundredths of a second. Pressure is in microseconds.
  const stolen = /^cpu +(?:\d+ ){7}(\d+)/.exec(contentOf('/proc/stat'))?.[1];
  const full = (resource: string) =>
    /^full .*total=(\d+)/m.exec(contentOf(`/proc/pressure/${resource}`))?.[1] ?? 0;
  return {
    disk: Number(full('io')) / 1e6,
    memory: Number(full('memory')) / 1e6,
    stolen: Number(stolen ?? 0) / 100,
  };
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // this kernel has none
  }
}
