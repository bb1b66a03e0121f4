import type { Problem } from './problem.ts';

export interface Notation {
  readonly group: string;
  readonly point: string;
}

export const notationExamples = ['1.234,56', '1,234.56', '1234,56', '1234.56', '1 234,56', "1'234.56"];

export function notationOf(example: string): Notation | undefined {
  const [, group = '', point = ''] = /^1([., ']?)234([.,])56$/.exec(example) ?? [];
  return point === '' || point === group ? undefined : { group, point };
}

/** Matches numbers without thousands separators that are not ambiguous. */
const plain = /^-?\d+(?:\.\d{1,2})?$/;

/**
 * Returns the digits of a number, with a decimal point. Without a notation, `1.234` is refused: one of its two readings is
 * wrong by a factor of a thousand.
 */
export function decimalDigits(text: string, notation?: Notation): string | Problem {
  if (!notation && plain.test(text)) return text;
  // A blank separates thousands; elsewhere in a number, it is a mistake.
  const digits = text
    .replace(/(?<=\d)\s(?=\d{3}(?!\d))/g, '')
    .replace(/^\+/, '')
    .trim();
  const { group, point } = notation ?? notationIn(digits) ?? {};
  if (point === undefined)
    return {
      problem: `"${text}" is ambiguous: the separator may mark decimals or thousands; set the number format with --decimal, such as 1.234,56`,
    };
  return (
    inNotation(digits, group?.trim() ?? '', point) ?? {
      problem: `"${text}" is not a number${asIn(notation)}`,
    }
  );
}

function asIn(notation: Notation | undefined): string {
  return notation ? ` written like 1${notation.group}234${notation.point}56` : '';
}

/** Takes the last of two different separators as the decimal point. A single one is too, unless three digits follow it. */
function notationIn(digits: string): Notation | undefined {
  const separators = digits.replace(/[^.,']/g, '');
  const last = separators.at(-1) ?? '.';
  const first = separators[0] ?? '';
  if (first !== '' && first !== last) return { group: first, point: last };
  if (separators.length > 1 || last === "'") return { group: last, point: last === '.' ? ',' : '.' };
  return separators !== '' && /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(digits)
    ? undefined
    : { group: '', point: last };
}

function inNotation(digits: string, group: string, point: string): string | undefined {
  const [whole = '', ...decimals] = digits.split(point);
  if (decimals.length > 1 || !/^\d*$/.test(decimals[0] ?? '')) return undefined;
  const isGrouped = group !== '' && whole.includes(group);
  const groups = isGrouped ? whole.split(group) : [whole];
  const isWhole = isGrouped
    ? /^-?\d{1,3}$/.test(groups[0] ?? '') && groups.slice(1).every((digitsOf) => /^\d{3}$/.test(digitsOf))
    : /^-?\d*$/.test(whole);
  const number = `${groups.join('') || '0'}${decimals[0] ? `.${decimals[0]}` : ''}`;
  return isWhole && /\d/.test(digits) ? number.replace(/^-(?=\.|$)/, '-0') : undefined;
}
