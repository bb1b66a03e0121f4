import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { onStopSignal } from '../../shared/runtime/process/stopSignals.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { nothingRead, type Sample, Sampler } from '../report/sampler.ts';
import type { DatabaseMeter } from '../status/databaseReading.ts';
import { type Frame, frameOf } from './frame.ts';
import { pressed, quits } from './keys.ts';
import { Screen } from './screen.ts';
import { firstView, type View } from './view.ts';

/** Throws an `OperatorError` unless a person can see the screen and press keys. */
export function requireTerminal(): void {
  if (process.stdin.isTTY && process.stdout.isTTY && process.env.TERM !== 'dumb') return;
  throw new OperatorError(
    'the live view needs a terminal: in a script, use `counterfoil status --watch`, or `counterfoil status --json` for one line of JSON',
  );
}

/** Milliseconds of the first connection in which the screen does not yet say that Redis is away. */
const connectMs = 1_000;

/** Shows the live view until the operator or a signal ends it. Does not close the connections. */
export async function runTop(redis: RedisClient, database?: DatabaseMeter): Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const top = new Top(() => ending.abort());
  try {
    top.open();
    onStopSignal(async () => ending.abort());
    const connected = [once(redis, 'ready', { signal }), delay(connectMs, undefined, { signal })];
    await Promise.race(connected).catch(() => {});
    if (!signal.aborted) top.follow(new Sampler(redis, database, () => top.update()));
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    top.close();
  }
}

class Top {
  readonly #screen: Screen;
  readonly #end: () => void;
  #sampler: Sampler | undefined;
  /** Shown instead of the last one while the screen is paused. */
  #paused: Sample | undefined;
  #view: View = firstView;
  #frame: Frame | undefined;

  constructor(end: () => void) {
    this.#end = end;
    this.#screen = new Screen(process.stdin, process.stdout, {
      onKey: (name) => this.#pressed(name),
      onResize: () => this.#draw(),
      onEnd: end,
    });
  }

  open(): void {
    this.#screen.open();
    this.#draw();
  }

  follow(sampler: Sampler): void {
    this.#sampler = sampler;
  }

  update(): void {
    if (!this.#paused) this.#draw();
  }

  close(): void {
    this.#sampler?.stop();
    this.#screen.close();
  }

  #pressed(name: string): void {
    if (quits(name)) return this.#end();
    if (!this.#frame) return;
    const view = pressed(this.#view, name, this.#frame.focus);
    this.#paused = view.isPaused ? (this.#paused ?? this.#sampler?.last) : undefined;
    // Before the first sample, there is nothing to pause.
    this.#view = { ...view, isPaused: this.#paused !== undefined };
    this.#draw();
  }

  #draw(): void {
    const sample = this.#paused ?? this.#sampler?.last;
    const problem = this.#paused ? '' : (this.#sampler?.problem(Date.now()) ?? nothingRead);
    this.#frame = frameOf(sample, problem, this.#view, this.#screen.size);
    this.#screen.draw(this.#frame.lines);
  }
}
