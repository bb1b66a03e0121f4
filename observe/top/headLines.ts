import { byteSize } from '../../shared/contract/values/byteSize.ts';
import { percent } from '../diagnosis/diagnosis.ts';
import { silentWarning } from '../diagnosis/silentProcesses.ts';
import { age, rate, shortDuration, wrap } from '../report/format.ts';
import type { Sample } from '../report/sampler.ts';
import type { Report } from '../report/statusReport.ts';
import { causeText, noticesOf } from '../report/statusText.ts';
import type { Totals } from '../report/totals.ts';
import { type Line, line } from './line.ts';

/**
 * The diagnosis comes first, then what is wrong, then sums. On a screen of few rows, what is wrong gets one line each, and all
 * take at most half of the rows: the tables need room.
 */
export function headLines({ report, totals }: Sample, width: number, rows: number): readonly Line[] {
  const sums = [...totalsLines(totals, width), joined(storedItems(report), width)[0] ?? '', ''];
  const texts = [...causeLines(report, width), ...noticeLines(report, width, rows)];
  const room = Math.max(2, Math.ceil(rows / 2) - sums.length);
  const shown =
    texts.length <= room
      ? texts
      : [...texts.slice(0, room - 1), line('… `counterfoil status` shows the rest')];
  return [...shown, ...sums.map((text) => line(text))];
}

function causeLines(report: Report, width: number): readonly Line[] {
  const isCalm = report.diagnosis.bottleneck === 'none' && report.processes.length > 0;
  return causeText(report, width)
    .split('\n')
    .map((text) => line(text, isCalm ? 'good' : 'bad'));
}

function noticeLines(report: Report, width: number, rows: number): readonly Line[] {
  const diagnosed = report.processes.find(({ id }) => id === report.diagnosis.processId);
  const said = diagnosed && silentWarning(diagnosed);
  const warnings = report.warnings.filter((warning) => warning !== said);
  const notices = noticesOf({ ...report, warnings });
  const wrapped = notices.flatMap((notice) => textLines(notice, width, 'bad'));
  return wrapped.length <= rows / 8 ? wrapped : notices.map((notice) => line(notice, 'bad'));
}

/** No line for an empty text. */
export function textLines(text: string, width: number, style: Line['style']): readonly Line[] {
  if (text === '') return [];
  return wrap(text, width)
    .split('\n')
    .map((part) => line(part, style));
}

/** p50 is left out if it would need another line. */
function totalsLines(totals: Totals, width: number): readonly string[] {
  const { callsPerSecond, setsPerSecond, waiting, active, p50Ms, p99Ms, oldestMs, rejections } = totals;
  const needed = [
    `${rate(callsPerSecond)} calls/s`,
    ...(rejections > 0 ? [`${rejections} rejected in 10 s`] : []),
    `p99 ${shortDuration(p99Ms)}`,
    `oldest ${shortDuration(oldestMs > 0 ? oldestMs : undefined)}`,
    `${waiting} waiting`,
    `${active} active`,
    `${rate(setsPerSecond)} sets/s`,
  ];
  const lines = joined(needed, width);
  const whole = joined([...needed, `p50 ${shortDuration(p50Ms)}`], width);
  return whole.length > lines.length ? lines : whole;
}

/** Redis first: what does not fit is left out. */
function storedItems({ redis, stored }: Report): readonly string[] {
  return stored.map(({ name, bytes, maxBytes, fullInMs }) => {
    const parts = [
      ...(name === 'redis' && redis.processor !== undefined ? [`${percent(redis.processor)} busy`] : []),
      maxBytes === undefined ? byteSize(bytes) : `${byteSize(bytes)} (${percent(bytes / maxBytes)})`,
      ...(fullInMs === undefined ? [] : [`full in ${age(fullInMs)}`]),
    ];
    return `${name} ${parts.join(', ')}`;
  });
}

/** Puts as many items into a line as fit, two blanks apart. */
function joined(items: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 2 + item.length <= width)
      lines[lines.length - 1] = `${last}  ${item}`;
    else lines.push(item);
  }
  return lines;
}
