/** Formats a Markdown table, aligned so that it can also be read on a terminal. The first column is text, others are numbers. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length), 3));
  const aligned = (row: readonly string[]) =>
    line(
      widths.map(
        (width, column) => (column === 0 ? row[column]?.padEnd(width) : row[column]?.padStart(width)) ?? '',
      ),
    );
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [aligned(headings), line(rule), ...rows.map(aligned)].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Rounds to three significant digits: 12,345, 12.3, 0.123. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const decimals = value === 0 || Math.abs(value) >= 100 ? 0 : 2 - Math.floor(Math.log10(Math.abs(value)));
  return value.toLocaleString('en', { maximumFractionDigits: Math.min(decimals, 3) });
}
