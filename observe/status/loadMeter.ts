import { availableParallelism } from 'node:os';
import { processState } from '../../shared/runtime/metrics/processGauges.ts';
import { hostTimes, threadTimes } from './hostLoad.ts';
import type { ProcessLoad } from './processStatus.ts';
import { SlidingWindow } from './slidingWindow.ts';

export class LoadMeter {
  readonly #window = new SlidingWindow();

  sample(): void {
    const { activeMs, idleMs } = processState();
    const { user, system } = process.cpuUsage();
    const { busy, all } = hostTimes() ?? { busy: 0, all: 0 };
    const { ranMs, waitedMs } = threadTimes() ?? { ranMs: 0, waitedMs: 0 };
    this.#window.add([activeMs, idleMs, (user + system) / 1e6, busy, all, ranMs, waitedMs]);
  }

  get load(): ProcessLoad {
    const [active = 0, idle = 0, , hostBusy = 0, hostAll = 0] = this.#window.growth;
    const [, , processor = 0, , , ran = 0, waited = 0] = this.#window.rates;
    const eventLoop = share(active, active + idle) ?? 0;
    return {
      // A thread that waits for a processor after its poll counts as idle for the event loop.
      busy: Math.min(1, Math.max(eventLoop, (ran + waited) / 1_000)),
      processorWait: ran > 0 ? waited / 1_000 : undefined,
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
