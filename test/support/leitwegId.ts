/**
 * Returns the beginning with the check digits that make the number leave 1 when it is divided by 97, worked
 * out digit by digit as one does on paper (docs/api.md#leitweg-id).
 */
export function withCheckDigits(beginning: string): string {
  const digits = [...beginning.replaceAll('-', '')]
    .map((character) => Number.parseInt(character, 36))
    .join('');
  const rest = [...`${digits}00`].reduce((carried, digit) => (carried * 10 + Number(digit)) % 97, 0);
  return `${beginning}-${String(98 - rest).padStart(2, '0')}`;
}
