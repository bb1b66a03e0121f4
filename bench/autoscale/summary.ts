import { availableParallelism, cpus } from 'node:os';
import type { AutoscaleOptions } from './options.ts';
import type { Series, Step } from './series.ts';

/** Consecutive seconds under the limit after which the p99 counts as restored. */
const steadySeconds = 3;

export function summary(series: Series, steps: readonly Step[], options: AutoscaleOptions): string {
  const { rate, before, high, after, targetMs } = options;
  const { seconds } = series;
  const end = before + high;
  const failed = seconds.reduce((sum, second) => sum + second.failed, 0);
  const sent = seconds.reduce((sum, second) => sum + second.rate, 0);
  const p99s = seconds.map(({ p99 }) => p99);
  const restored = restoredAfter(p99s.slice(before, end), targetMs);
  const rows: readonly (readonly [string, string])[] = [
    ['p99 with the first load', ms(series.p99(0, before))],
    [`highest p99 of a second with ${10 * rate} requests/s`, ms(Math.max(...p99s.slice(before, end)))],
    [
      `p99 is under the target (${targetMs} ms) again after`,
      restored === undefined ? 'never' : `${restored} s`,
    ],
    ['p99 of the last half of the high load', ms(series.p99(before + high / 2, end))],
    ['p99 after it', ms(series.p99(end, end + after))],
    ['requests, of these not answered 200', `${sent}, ${failed}`],
    ['starts and stops of processes', `${steps.length}`],
    ...steps.map(
      (step) => [`at ${Math.round(step.at)} s`, `${step.role} ${step.from} → ${step.to}`] as const,
    ),
  ];
  const machine = `${cpus()[0]?.model.trim()}, ${availableParallelism()} processors`;
  return [`| ${machine} | |`, '|---|---|', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join(
    '\n',
  );
}

/** Returns the seconds until the p99 stays under the limit for `steadySeconds`; undefined if it never does. */
function restoredAfter(p99s: readonly number[], limit: number): number | undefined {
  let last = -1;
  for (const [second, p99] of p99s.entries()) if (p99 > limit) last = second;
  return last + 1 + steadySeconds > p99s.length ? undefined : last + 1;
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}
