const groupHeight = 62;
const barHeight = 16;
const left = 196;
/** Room for the label of the longest bar. */
const right = 56;
const top = 92;
const width = 760;

/** Pixels of a ratio of 1. */
type Scale = number;

interface Row {
  readonly scenario: string;
  readonly connections: number;
  readonly ratio: number;
}

const labels: Readonly<Record<string, string>> = {
  'customer.create': 'customer.create, with an address',
  mix: '70 % read, 20 % update, 10 % create',
};

/**
 * The chart of README.md: throughput as a multiple of that without a queue, from the table in docs/benchmarks.md.
 * Throws if the page has no such table.
 */
export function benchmarkChart(page: string): string {
  const rows = rowsOf(page);
  const scenarios = [...new Set(rows.map(({ scenario }) => scenario))];
  const bottom = top + scenarios.length * groupHeight;
  const largest = Math.max(...rows.map(({ ratio }) => ratio));
  const scale = (width - left - right) / largest;
  const marks = Array.from({ length: Math.floor(largest / 2) }, (_, index) => 2 * (index + 1));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${bottom + 80}" role="img" font-family="system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif" font-size="14">
<title>Requests per second as a multiple of the same service without a queue</title>
<desc>${scenarios.map((scenario) => described(rows, scenario)).join('; ')}.</desc>
<style>
text{fill:#1f2328}.quiet{fill:#59636e}.c1{fill:#afb8c1}.c64{fill:#54a0e8}.c256{fill:#0b5cad}.one{stroke:#1f2328}.line{stroke:#d1d9e0}
@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.quiet{fill:#9198a1}.c1{fill:#656c76}.c64{fill:#2f7fc9}.c256{fill:#79c0ff}.one{stroke:#f0f6fc}.line{stroke:#3d444d}}
</style>
<text x="16" y="28" font-size="17" font-weight="600">Requests per second, compared with the same service without a queue</text>
${legend()}
${marks.map((times) => gridLine(times, bottom, scale)).join('\n')}
${scenarios.map((scenario, index) => group(rows, scenario, top + index * groupHeight, scale)).join('\n')}
<line class="one" x1="${xOf(1, scale)}" x2="${xOf(1, scale)}" y1="${top - 8}" y2="${bottom}" stroke-width="1.5"/>
<text x="${xOf(1, scale)}" y="${bottom + 18}" text-anchor="middle" font-size="13">1×</text>
<text x="${xOf(1, scale)}" y="${bottom + 35}" text-anchor="middle" font-size="13">no queue</text>
<text class="quiet" x="16" y="${bottom + 64}" font-size="13">${escaped(source(page))}</text>
</svg>
`;
}

/** The rows of the table "counterfoil against direct". */
function rowsOf(page: string): readonly Row[] {
  const [, table = ''] = /\*\*counterfoil against direct\*\*\n\n([^]*?)\n\n/.exec(page) ?? [];
  const rows = [...table.matchAll(/^\| ([a-z.]+) +\| +(\d+) \| +[\d,]+ \| +([\d.]+)×/gm)];
  if (rows.length === 0) throw new Error('docs/benchmarks.md has no table "counterfoil against direct"');
  return rows.map(([, scenario = '', connections, ratio]) => ({
    scenario,
    connections: Number(connections),
    ratio: Number(ratio),
  }));
}

/** The command and the machine, from the same part of the page. */
function source(page: string): string {
  const [, part = ''] = /<!-- comparison -->([^]*)<!-- end of comparison -->/.exec(page) ?? [];
  const [, command] = /^- `(npm run bench[^`]*)`$/m.exec(part) ?? [];
  const [, machine] = /^- (\d+ × [^,]*),/m.exec(part) ?? [];
  if (!command || !machine)
    throw new Error('docs/benchmarks.md does not say how the comparison was measured');
  return `${machine.replaceAll('(R)', '')} · ${command}`;
}

function legend(): string {
  const entries = [
    [1, '1 connection'],
    [64, '64 connections'],
    [256, '256 connections'],
  ] as const;
  return entries
    .map(([connections, label], index) => {
      const x = left + index * 160;
      return `<rect class="c${connections}" x="${x}" y="46" width="14" height="14" rx="2"/><text x="${x + 20}" y="58">${label}</text>`;
    })
    .join('\n');
}

function gridLine(times: number, bottom: number, scale: Scale): string {
  const x = xOf(times, scale);
  return `<line class="line" x1="${x}" x2="${x}" y1="${top - 8}" y2="${bottom}"/><text class="quiet" x="${x}" y="${bottom + 18}" text-anchor="middle" font-size="13">${times}×</text>`;
}

function group(rows: readonly Row[], scenario: string, y: number, scale: Scale): string {
  const [name = '', detail] = (labels[scenario] ?? scenario).split(/, (.*)/);
  const middle = y + (3 * barHeight) / 2;
  const label = detail
    ? `<text x="${left - 12}" y="${middle - 4}" text-anchor="end">${name}</text><text class="quiet" x="${left - 12}" y="${middle + 14}" text-anchor="end" font-size="13">${detail}</text>`
    : `<text x="${left - 12}" y="${middle + 5}" text-anchor="end">${name}</text>`;
  const bars = rows
    .filter((row) => row.scenario === scenario)
    .map((row, index) => bar(row, y + index * barHeight, scale));
  return [label, ...bars].join('\n');
}

function bar({ connections, ratio }: Row, y: number, scale: Scale): string {
  const length = (ratio * scale).toFixed(1);
  return `<rect class="c${connections}" x="${left}" y="${y}" width="${length}" height="${barHeight - 3}" rx="2"/><text x="${(Number(xOf(Math.max(ratio, 1), scale)) + 7).toFixed(1)}" y="${y + 11}" font-size="12.5">${shown(ratio)}×</text>`;
}

function described(rows: readonly Row[], scenario: string): string {
  const ratios = rows
    .filter((row) => row.scenario === scenario)
    .map(({ connections, ratio }) => `${shown(ratio)} with ${connections}`);
  return `${scenario}: ${ratios.join(', ')}`;
}

function shown(ratio: number): string {
  const factor = ratio < 1 ? 100 : 10;
  return (Math.round(ratio * factor) / factor).toFixed(ratio < 1 ? 2 : 1);
}

function xOf(ratio: number, scale: Scale): string {
  return (left + ratio * scale).toFixed(1);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
