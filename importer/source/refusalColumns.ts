/** The columns that a file of refused rows has beside those of the rows. They are not imported. */
export const refusalColumns = ['refused_line', 'refused_code', 'refused_reason'] as const;

/** Beside them, if the import itself chose what identifies the records: a few rows alone might suggest another column. */
export const identRuleColumn = 'refused_ident';

/** Whether a column is one of a file of refused rows, and not one of the rows. */
export function isRefusalColumn(name: string): boolean {
  return name === identRuleColumn || (refusalColumns as readonly string[]).includes(name);
}
