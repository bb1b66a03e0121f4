/** Columns that a file of refused rows has beside those of the rows. They are not imported. */
export const refusalColumns = ['refused_line', 'refused_code', 'refused_reason'] as const;

/** Column with the rule for idents, if the import itself chose it: a few rows alone might suggest another column. */
export const identRuleColumn = 'refused_ident';

export function isRefusalColumn(name: string): boolean {
  return name === identRuleColumn || (refusalColumns as readonly string[]).includes(name);
}

/** Recognizes a file of refused rows by its header, as a line or as names. */
export function isRefusedHeader(header: string | readonly string[]): boolean {
  return refusalColumns.every((column) => header.includes(column));
}
