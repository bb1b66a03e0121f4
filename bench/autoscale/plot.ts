import type { AutoscaleOptions } from './options.ts';
import type { Second, Step } from './series.ts';

const [width, height, left, gap] = [900, 150, 70, 45];
const right = 20;
const font = 'font-family="sans-serif" font-size="12" fill="#444"';

export function plot(seconds: readonly Second[], steps: readonly Step[], options: AutoscaleOptions): string {
  const target = options.targetMs;
  const p99s = seconds.map(({ p99 }) => p99);
  const roles = [...new Set(steps.map(({ role }) => role))];
  const panels = [
    panel('requests/s', [
      line(
        seconds.map(({ rate }) => rate),
        '#4878a8',
      ),
    ]),
    panel(`p99 in ms (target ${target})`, [
      line(p99s, '#a84848'),
      line(
        p99s.map(() => target),
        '#aaaaaa',
      ),
    ]),
    panel(
      `processes: ${roles.join(', ') || 'no change'}`,
      roles.map((role, index) =>
        line(processesOf(role, steps, seconds.length), colors[index % colors.length] as string),
      ),
    ),
  ];
  const whole = panels.length * (height + gap) + gap;
  const drawn = panels.map((draw, index) => draw(gap + index * (height + gap), seconds.length));
  const parameters = `rate ${options.rate}, ${options.addresses} addresses, target ${target} ms`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${whole}">`,
    `<desc>npm run bench -- autoscale: ${parameters}</desc>`,
    '<rect width="100%" height="100%" fill="white"/>',
    ...drawn,
    `<text x="${left}" y="${whole - 8}" ${font}>seconds</text>`,
    '</svg>\n',
  ].join('\n');
}

const colors = ['#48a868', '#a87848', '#7848a8'];

interface Line {
  readonly values: readonly number[];
  readonly color: string;
}

function line(values: readonly number[], color: string): Line {
  return { values, color };
}

function panel(title: string, lines: readonly Line[]): (top: number, seconds: number) => string {
  const max = Math.max(1, ...lines.flatMap(({ values }) => values)) * 1.1;
  return (top, seconds) => {
    const x = (second: number) => left + (second * (width - left - right)) / Math.max(1, seconds - 1);
    const y = (value: number) => top + height - (value * height) / max;
    const paths = lines.map(({ values, color }) => {
      const points = values.map((value, second) => `${x(second).toFixed(1)},${y(value).toFixed(1)}`);
      return `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="1.5"/>`;
    });
    const ticks = Array.from({ length: Math.floor(seconds / 60) + 1 }, (_, minute) => minute * 60);
    return [
      `<text x="${left}" y="${top - 8}" ${font}>${title}</text>`,
      `<path d="M${left} ${top}V${top + height}H${width - right}" fill="none" stroke="#888"/>`,
      `<text x="${left - 6}" y="${y(max / 1.1) + 4}" text-anchor="end" ${font}>${Math.round(max / 1.1)}</text>`,
      `<text x="${left - 6}" y="${top + height}" text-anchor="end" ${font}>0</text>`,
      ...ticks.map(
        (second) =>
          `<text x="${x(second)}" y="${top + height + 15}" text-anchor="middle" ${font}>${second}</text>`,
      ),
      ...paths,
    ].join('\n');
  };
}

function processesOf(role: string, steps: readonly Step[], seconds: number): readonly number[] {
  const own = steps.filter((step) => step.role === role);
  return Array.from({ length: seconds }, (_, second) => {
    const last = own.findLast(({ at }) => at <= second);
    return last ? last.to : (own[0]?.from ?? 0);
  });
}
