import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { sum } from '../../contract/values/arithmetic.ts';
import { processState } from '../../runtime/metrics/processGauges.ts';
import type { ProcessLoad } from './processStatus.ts';
import { SlidingWindow } from './slidingWindow.ts';

export class LoadMeter {
  readonly #window = new SlidingWindow({
    activeMs: 0,
    idleMs: 0,
    processor: 0,
    hostBusy: 0,
    hostAll: 0,
    ranMs: 0,
    waitedMs: 0,
  });

  sample(): void {
    const { activeMs, idleMs, ranMs, waitedMs } = processState();
    const { user, system } = process.cpuUsage();
    const { busy, all } = hostTimes() ?? { busy: 0, all: 0 };
    const processor = (user + system) / 1e6;
    this.#window.add({ activeMs, idleMs, processor, hostBusy: busy, hostAll: all, ranMs, waitedMs });
  }

  get load(): ProcessLoad {
    const { activeMs, idleMs, hostBusy, hostAll } = this.#window.growth;
    const { processor, ranMs, waitedMs } = this.#window.rates;
    const eventLoop = share(activeMs, activeMs + idleMs) ?? 0;
    return {
      // A thread that waits for a processor after its poll counts as idle for the event loop.
      busy: Math.min(1, Math.max(eventLoop, (ranMs + waitedMs) / 1_000)),
      processorWait: ranMs > 0 ? waitedMs / 1_000 : undefined,
      processor,
      residentBytes: process.memoryUsage.rss(),
      hostBusy: share(hostBusy, hostAll),
      hostProcessors: availableParallelism(),
    };
  }

  get windowMs(): number {
    return this.#window.ms;
  }
}

function share(part: number, whole: number): number | undefined {
  return whole > 0 ? part / whole : undefined;
}

interface HostTimes {
  readonly busy: number;
  readonly all: number;
}

/** Fields of the line `cpu` in /proc/stat that count as free: idle, and waiting for a disk (proc_stat(5)). */
const freeFields = [3, 4];
/** Later fields are times of guests, which the first fields include. */
const fields = 8;

/** Returns undefined if the system has no /proc/stat. */
function hostTimes(): HostTimes | undefined {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    const times = line
      .trim()
      .split(/\s+/)
      .slice(1, 1 + fields)
      .map(Number);
    const all = sum(times);
    const free = sum(freeFields.map((field) => times[field] ?? 0));
    return { busy: all - free, all };
  } catch {
    /* v8 ignore next -- only without /proc. */
    return undefined;
  }
}
