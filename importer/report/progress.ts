import { grouped } from '../../shared/contract/values/counted.ts';
import { repeat } from '../../shared/runtime/process/repeat.ts';
import type { Tally } from '../journal/tally.ts';
import { rowsText } from '../rows/columns.ts';

export interface RunState {
  readonly tally: Tally;
  /** Rows of earlier runs, which do not count for the speed of this one. */
  readonly rowsBefore: number;
  /** Rows that were read; some of them are in flight. */
  readonly rowsRead: number;
  readonly bytesRead: number;
  readonly bytes: number | undefined;
  readonly waiting: string | undefined;
}

const terminalMs = 200;
const plainMs = 10_000;

const barWidth = 24;

/** Shows a line that changes: in place on a terminal, elsewhere every ten seconds. */
export class Progress {
  readonly #line: () => string;
  readonly #stream: NodeJS.WriteStream;
  readonly #stop: () => void;

  constructor(line: () => string, stream: NodeJS.WriteStream) {
    this.#line = line;
    this.#stream = stream;
    this.#stop = repeat(stream.isTTY ? terminalMs : plainMs, () => this.#show());
  }

  stop(): void {
    this.#stop();
    if (this.#stream.isTTY) this.#stream.write('\r\u001B[K');
  }

  #show(): void {
    const line = this.#line();
    if (!this.#stream.isTTY) this.#stream.write(`${line}\n`);
    else this.#stream.write(`\r\u001B[K${line.slice(0, (this.#stream.columns || 80) - 1)}`);
  }
}

export interface ProgressFigures {
  readonly rows: number;
  readonly rowsPerSecond: number;
  readonly refused: number;
  /** Share that was read, from 0 to 1; undefined for a source of unknown length. */
  readonly share: number | undefined;
  /** Undefined until the speed has been measured. */
  readonly millisecondsLeft: number | undefined;
  readonly waiting: string | undefined;
}

/** `withBar` puts a bar before the figures; `now` is the clock in milliseconds. */
export function progressLine(
  state: () => RunState,
  withBar: boolean | undefined,
  now = () => performance.now(),
): () => string {
  const figures = progressFigures(state, now);
  return () => {
    const { rows, rowsPerSecond, refused, share, millisecondsLeft, waiting } = figures();
    const left =
      millisecondsLeft === undefined ? 'estimating the time left' : `${duration(millisecondsLeft)} left`;
    return [
      ...(share === undefined ? [] : [`${withBar ? `${bar(share)} ` : ''}${Math.floor(share * 100)} %`]),
      rowsText(rows),
      `${grouped(rowsPerSecond)} rows/s`,
      ...(refused > 0 ? [`${grouped(refused)} refused`] : []),
      ...(waiting ? [`waiting: ${waiting}`] : share === undefined || share >= 1 ? [] : [left]),
    ].join(' · ');
  };
}

/** The time begins with the call; `now` is the clock in milliseconds. */
export function progressFigures(state: () => RunState, now = () => performance.now()): () => ProgressFigures {
  const startedAt = now();
  const leftOf = timeLeft();
  return () => {
    const run = state();
    const { tally, rowsBefore, waiting } = run;
    const share = shareDone(run);
    return {
      rows: tally.rows,
      rowsPerSecond: ((tally.rows - rowsBefore) * 1_000) / Math.max(now() - startedAt, 1),
      refused: tally.refused,
      share,
      millisecondsLeft: leftOf(tally.rows > rowsBefore ? share : undefined, now()),
      waiting,
    };
  };
}

/** Corrects the share of bytes by rows done to rows read, because files are read ahead. */
function shareDone({ tally, rowsRead, bytesRead, bytes }: RunState): number | undefined {
  if (!bytes) return undefined;
  return Math.min((bytesRead / bytes) * (tally.rows / Math.max(rowsRead, tally.rows, 1)), 1);
}

/** Milliseconds that a speed is measured before it is shown. */
const minMeasuredMs = 3_000;

/**
 * Estimates the time left by the speed since the first rows of this run were done: the time before them, and the rows of
 * earlier runs, say nothing of the speed. The function that it returns takes an undefined share until then.
 */
function timeLeft(): (share: number | undefined, nowMs: number) => number | undefined {
  let first: { readonly share: number; readonly atMs: number } | undefined;
  return (share, nowMs) => {
    if (share === undefined) return undefined;
    first ??= { share, atMs: nowMs };
    const measuredMs = nowMs - first.atMs;
    const done = share - first.share;
    if (measuredMs < minMeasuredMs || done <= 0) return undefined;
    return (measuredMs * (1 - share)) / done;
  };
}

function bar(share: number): string {
  const full = Math.floor(share * barWidth);
  return `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}]`;
}

/** Formats a time in the time zone of this machine, which it names: `27 Nov 2026, 11:04 CET`. */
export function localTime(iso: string): string {
  const parts = {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  } as const;
  return new Date(iso).toLocaleString('en-GB', { ...parts, timeZoneName: 'short' });
}

/** Formats a duration, such as `3 min 5 s`. */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1_000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes} min ${whole % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
