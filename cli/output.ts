/** Writes a result: one line of JSON where a script reads it, text where a person does. */
export function print(result: unknown, asJson: boolean | undefined, text: string): void {
  process.stdout.write(`${asJson ? JSON.stringify(result) : text}\n`);
}

/** Rows under their names, in columns. */
export function table(
  rows: readonly Readonly<Record<string, string | number | null>>[],
  names: readonly string[],
): string {
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
