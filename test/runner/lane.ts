import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { LaneMessage, MochaSettings, Order, TestEvent } from './messages.ts';

/** The kernel counts in hundredths of a second. */
const ticksPerSecond = 100;

interface Usage {
  readonly parent: number;
  /** Time of the process, and of those it started that have ended. */
  readonly seconds: number;
}

/**
 * The CPU seconds of a process and all that it has started, so far; 0 where there is no /proc. Missing is what a process
 * spent whose parent ended before it.
 */
function cpuSeconds(pid: number, all = usages()): number {
  const children = [...all].filter(([, { parent }]) => parent === pid);
  return children.reduce((sum, [child]) => sum + cpuSeconds(child, all), all.get(pid)?.seconds ?? 0);
}

function usages(): ReadonlyMap<number, Usage> {
  if (process.platform !== 'linux') return new Map();
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(pids.flatMap((pid) => usageOf(Number(pid))));
}

function usageOf(pid: number): readonly (readonly [number, Usage])[] {
  try {
    // See proc(5): after the name, which may contain spaces, the 4th field is the parent, the 14th to 17th are times.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return [[pid, { parent: Number(fields[1]), seconds: ticks / ticksPerSecond }]];
  } catch {
    return []; // it has ended
  }
}

const program = path.resolve(import.meta.dirname, 'laneProcess.ts');

interface LaneOptions {
  /** Number among the lanes: each draws ports from a range of its own. */
  readonly index: number;
  /** Folder for everything that it writes. */
  readonly folder: string;
  readonly settings: MochaSettings;
  /** Maximum time until it ends after its last test. */
  readonly endLimitMs: number;
}

/** A process that runs one test file after the other. */
export class Lane {
  readonly #child: ChildProcess;
  readonly #endLimitMs: number;
  readonly #ended: Promise<string>;
  readonly #ready: Promise<unknown>;
  readonly #files: string[] = [];
  #receive: (message: LaneMessage) => void = () => {};

  constructor({ index, folder, settings, endLimitMs }: LaneOptions) {
    this.#endLimitMs = endLimitMs;
    this.#child = fork(program, [JSON.stringify(settings)], {
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, COUNTERFOIL_TEST_FOLDER: folder, COUNTERFOIL_TEST_LANE: `${index}` },
    });
    // Errors of orders that find it gone; its end is noticed by itself.
    this.#child.on('error', () => {});
    this.#ended = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => resolve(`ended with ${signal ?? `code ${code}`}`));
    });
    this.#ready = new Promise<void>((resolve) => {
      this.#receive = ({ kind }) => kind === 'ready' && resolve();
    });
    this.#child.on('message', (message: LaneMessage) => this.#receive(message));
  }

  /** CPU seconds of the process and of the servers and processes that it has started, so far. */
  get cpuSeconds(): number {
    return cpuSeconds(this.#child.pid ?? 0);
  }

  /** Runs a file to its end; throws when the process ends before. */
  async run(file: string, emit: (event: TestEvent) => void): Promise<void> {
    await this.#orEnd(this.#ready);
    const done = new Promise<void>((resolve) => {
      this.#receive = (message) => {
        if (message.kind === 'event') emit(message.event);
        if (message.kind === 'done') resolve();
      };
    });
    this.#files.push(file);
    this.#order({ kind: 'run', file });
    await this.#orEnd(done);
  }

  /** Ends the process. Throws when it does not end by itself: then a test has left something open. */
  async end(): Promise<void> {
    await this.#orEnd(this.#ready);
    let open: string | undefined;
    let isDone = false;
    this.#receive = (message) => {
      if (message.kind === 'open') open = message.text;
      if (message.kind === 'ended') isDone = true;
    };
    this.#order({ kind: 'end', limitMs: this.#endLimitMs });
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      void this.kill();
    }, this.#endLimitMs);
    const reason = await this.#ended;
    clearTimeout(limit);
    if (isLate && !isDone) throw new Error(this.#leftOpen(open));
    // Node 20 may spin where it cleans up after sockets that were reset, when nothing is left to do.
    if (!isLate && this.#child.exitCode !== 0) throw new Error(`the process ${reason} after its last test`);
  }

  #leftOpen(open = 'it does not answer'): string {
    const tests = this.#files.join(' ');
    return `a test left something open: the process did not end after the last one: ${open}\nIt ran ${tests}`;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  #order(order: Order): void {
    this.#child.send(order);
  }

  async #orEnd(step: Promise<unknown>): Promise<void> {
    const early = this.#ended.then((reason) => Promise.reject(new Error(`the process ${reason}`)));
    await Promise.race([step, early]);
    early.catch(() => {});
  }
}
