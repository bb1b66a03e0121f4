/** The columns that a file of refused rows has beside those of the rows. They are not imported. */
export const refusalColumns = ['refused_line', 'refused_code', 'refused_reason'] as const;

/** Whether a column only explains why a row was refused. */
export function isRefusalColumn(name: string): boolean {
  return (refusalColumns as readonly string[]).includes(name);
}
