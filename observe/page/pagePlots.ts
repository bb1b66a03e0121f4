import { rate, shortDuration } from '../report/format.ts';
import { historyMs, type Point } from '../report/sampler.ts';

/** The browser draws a plot without computing or formatting anything. */
export interface Plot {
  readonly id: string;
  readonly title: string;
  readonly now: string;
  /** Text alternative of the drawing. */
  readonly summary: string;
  readonly top: { readonly value: number; readonly text: string };
  readonly lines: readonly PlotLine[];
}

interface PlotLine {
  readonly name: string;
  /** One value for each moment. Null if nothing was measured. */
  readonly values: readonly (number | null)[];
}

interface PlotKind {
  readonly id: string;
  readonly title: string;
  readonly lines: Readonly<Record<string, (point: Point) => number | undefined>>;
  readonly text: (value: number | undefined) => string;
  /** The lowest value at the top, so that small changes near 0 don't look large. */
  readonly minTop: number;
}

const count = (value = 0) => `${Math.round(value)}`;

const kinds: readonly PlotKind[] = [
  {
    id: 'rate',
    title: 'Calls per second',
    minTop: 10,
    lines: { 'calls per second': ({ callsPerSecond }) => callsPerSecond },
    text: (value = 0) => rate(value),
  },
  {
    id: 'latency',
    title: 'Time to answer',
    minTop: 10,
    lines: {
      p50: ({ p50Ms }) => p50Ms,
      p99: ({ p99Ms }) => p99Ms,
    },
    text: shortDuration,
  },
  {
    id: 'oldest',
    title: 'Age of the oldest call',
    minTop: 10,
    lines: { age: ({ oldestMs }) => oldestMs },
    text: shortDuration,
  },
  {
    id: 'rejections',
    title: 'Rejected requests in 10 s',
    minTop: 10,
    lines: { rejected: ({ rejections }) => rejections },
    text: count,
  },
];

/** `isPresent` says that the last point may be shown as the present value. */
export function plotsOf(points: readonly Point[], isPresent: boolean): readonly Plot[] {
  return kinds.map((kind) => plotOf(kind, points, isPresent));
}

function plotOf({ id, title, lines, text, minTop }: PlotKind, points: readonly Point[], isPresent: boolean) {
  const drawn = Object.entries(lines).map(([name, value]) => ({ name, values: points.map(value) }));
  const isOne = drawn.length === 1;
  const texts = drawn.map(({ name, values }) => {
    const highest = Math.max(0, ...values.filter((value) => value !== undefined));
    const now = isPresent ? text(values.at(-1)) : '-';
    return { now: isOne ? now : `${name} ${now}`, summary: `${name}: now ${now}, highest ${text(highest)}` };
  });
  const top = roundedUp(
    Math.max(minTop, ...drawn.flatMap(({ values }) => values.map((value) => value ?? 0))),
  );
  return {
    id,
    title,
    now: texts.map(({ now }) => now).join(', '),
    summary: `${title}, last ${historyMs / 6e4} minutes. ${texts.map((each) => each.summary).join('; ')}.`,
    top: {
      value: top,
      text: text(top),
    },
    lines: drawn.map(({ name, values }) => ({
      name,
      values: values.map(shortened),
    })),
  };
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((step) => step * power >= value) ?? 10);
}

function shortened(value: number | undefined): number | null {
  return value === undefined ? null : Number(value.toPrecision(3));
}
