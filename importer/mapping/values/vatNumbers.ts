import type { Converted } from './cells.ts';

/** Irish numbers may have a plus sign or an asterisk after their first digit, and German tax numbers have slashes. */
const characters = /^(?:[\p{L}\d .-]+|IE ?\d[+*]\d{5}[A-Z]|\d{2,5}(?:\/\d{3,5}){2})$/u;
/** Numbers of all countries are shorter. The patterns would take long for a long text. */
const maxLength = 40;
const twoNumbers = /\d{5}\S* +[A-Z]{2,3}\d{5}/;

/** Reads a VAT number, also from a JSON list with one, as Shopware 6 writes it. A join of country and number may have the country twice. */
export function toVatNumber(given: string): Converted {
  const text = withoutList(given);
  if (text === '') return undefined;
  if (!/\d/.test(text) || /%|^\d{1,2}(?:[.,]\d+)?$/.test(text))
    return { problem: `"${given}" is not a VAT number` };
  if (text.length > maxLength || !characters.test(text) || twoNumbers.test(text))
    return {
      problem: `"${given}" is not a single VAT number of letters, digits, blanks, points and hyphens`,
    };
  return /^([A-Z]{2})\1\d/.test(text) ? text.slice(2) : text;
}

/** Returns the only text of a JSON list, and '' for a list without one. Other texts stay as they are. */
function withoutList(text: string): string {
  if (/^\[\s*(?:""|null)?\s*\]$/.test(text)) return '';
  const [, only = text] = /^\[\s*"([^"\\]*)"\s*\]$/.exec(text) ?? [];
  return only.trim();
}
