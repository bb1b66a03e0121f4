/** What a refused row is given beside what it had. They are no part of the row when it is imported again. */
export const refusalColumns = ['refused_line', 'refused_code', 'refused_reason'] as const;

/** Whether a column was only put there to explain a refusal. */
export function isRefusalColumn(name: string): boolean {
  return (refusalColumns as readonly string[]).includes(name);
}
