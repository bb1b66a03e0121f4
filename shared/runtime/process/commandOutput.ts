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
