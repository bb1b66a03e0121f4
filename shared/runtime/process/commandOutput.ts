export function print(result: unknown, asJson: boolean | undefined, text: string): void {
  process.stdout.write(`${asJson ? JSON.stringify(result) : text}\n`);
}

/** Writes to standard error: standard output is for results. */
export function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

type Row = Readonly<Record<string, string | number | null>>;

/** Shows a missing limit as `off`, like the option that sets it. */
export function withLimitNamed(row: Row): Row {
  return { ...row, requests_per_second: row.requests_per_second ?? 'off' };
}

export function table(rows: readonly Row[], names: readonly string[]): string {
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
