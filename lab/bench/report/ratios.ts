import { groupBy } from '../../../shared/contract/values/groupBy.ts';
import { figure, table } from '../../../test/support/markdownTable.ts';
import type { Measurement } from '../measure/measurement.ts';
import { type Spread, spread } from './statistics.ts';

/** Compares one system with each other one: ratios within each round, so that other work on the machine affects both. */
export function ratios(measurements: readonly Measurement[]): string {
  const names = [...new Set(measurements.map(({ system }) => system))];
  const own = names.find((name) => name === 'counterfoil') ?? names[0] ?? '';
  const others = names.filter((name) => name !== own);
  return others.map((other) => against(measurements, own, other)).join('\n\n');
}

function against(measurements: readonly Measurement[], own: string, other: string): string {
  const groups = groupBy(
    measurements,
    ({ scenario, rows, connections }) => `${scenario} ${rows} ${connections}`,
  );
  const rows = [...groups.values()].map((group) => {
    const pairs = pairsIn(group, own, other);
    const ratio = (name: 'requestsPerSecond' | 'p50Ms' | 'p99Ms') =>
      times(spread(pairs.map(([mine, theirs]) => mine[name] / theirs[name])));
    const later = spread(pairs.map(([mine, theirs]) => mine.p50Ms - theirs.p50Ms)).median;
    const { scenario, rows: filled, connections } = group[0] as Measurement;
    const turn = [scenario, String(connections), filled.toLocaleString('en')];
    return [...turn, ratio('requestsPerSecond'), ratio('p50Ms'), ratio('p99Ms'), `${later.toFixed(2)} ms`];
  });
  const headings = ['scenario', 'connections', 'rows', 'requests/s', 'p50', 'p99', 'p50 later by'];
  return `**${own} against ${other}**\n\n${table(headings, rows)}`;
}

function pairsIn(group: readonly Measurement[], own: string, other: string): [Measurement, Measurement][] {
  return [...groupBy(group, ({ round }) => round).values()].flatMap((turns) => {
    const mine = turns.find(({ system }) => system === own);
    const theirs = turns.find(({ system }) => system === other);
    return mine && theirs ? [[mine, theirs] as [Measurement, Measurement]] : [];
  });
}

function times({ median, min, max }: Spread): string {
  const apart = min === max ? '' : ` (${figure(min)}–${figure(max)})`;
  return `${figure(median)}×${apart}`;
}
