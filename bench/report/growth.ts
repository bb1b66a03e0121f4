import type { Measurement } from '../measure/measurement.ts';
import { groupBy, spread } from './statistics.ts';
import { figure, table } from './table.ts';

/** Divides each system's medians with the most rows by those with the fewest. Returns '' for a single number of rows. */
export function growth(measurements: readonly Measurement[]): string {
  const counts = measurements.map(({ rows }) => rows);
  const [few, many] = [Math.min(...counts), Math.max(...counts)];
  if (!(few < many)) return '';
  const groups = groupBy(measurements, (turn) => `${turn.scenario} ${turn.connections} ${turn.system}`);
  const cells = groups.map((group) => {
    const median = (rows: number, name: 'requestsPerSecond' | 'p50Ms') =>
      spread(group.filter((turn) => turn.rows === rows).map((turn) => turn[name])).median;
    const ratio = (name: 'requestsPerSecond' | 'p50Ms') =>
      `${figure(median(many, name) / median(few, name))}×`;
    const { scenario, connections, system } = group[0] as Measurement;
    return [scenario, String(connections), system, ratio('requestsPerSecond'), ratio('p50Ms')];
  });
  const title = `**${many.toLocaleString('en')} rows against ${few.toLocaleString('en')}**`;
  return `${title}\n\n${table(['scenario', 'connections', 'system', 'requests/s', 'p50'], cells)}`;
}
