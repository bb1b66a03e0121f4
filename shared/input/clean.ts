/**
 * From what a client may send for a field to its clean value (contract.md, "Sanitizing").
 * A value that has no clean form comes back unchanged, so that the field's schema refuses it.
 */

/** Most values are plain ASCII without blanks around them: they are clean already. */
const plainAscii = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;
const controls = /\p{Cc}/gu;
const controlsButTabAndLineFeed = /[^\P{Cc}\t\n]/gu;

/** A string field also takes a JSON integer, as long as JavaScript holds it exactly. */
function cleanText(value: unknown): unknown {
  return Number.isSafeInteger(value) ? String(value) : value;
}

/** An ident as it was sent; clients that have none may send null. */
export function cleanIdent(value: unknown): unknown {
  return value === null ? undefined : cleanText(value);
}

/** Text in one line: normalized, trimmed, without control characters. */
export function cleanLine(value: unknown): unknown {
  const text = cleanText(value);
  if (typeof text !== 'string' || plainAscii.test(text) || !isStorable(text)) return text;
  return text.replace(controls, '').normalize('NFC').trim();
}

/** Text in several lines: as `cleanLine`, but tabs and line feeds stay. */
export function cleanNote(value: unknown): unknown {
  const text = cleanText(value);
  if (typeof text !== 'string' || plainAscii.test(text) || !isStorable(text)) return text;
  return text.replaceAll('\r\n', '\n').replace(controlsButTabAndLineFeed, '').normalize('NFC').trim();
}

/** A code that is stored in lower case. */
export function cleanLowerCase(value: unknown): unknown {
  const text = cleanLine(value);
  return typeof text === 'string' ? text.toLowerCase() : text;
}

/** A whole number, or its plain decimal digits. */
export function cleanInteger(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return /^-?\d{1,15}$/.test(text) ? Number(text) : value;
}

/** A decimal number as its digits: floats would change amounts. */
export function cleanDecimal(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim().replace(/^(-?)0+(?=\d)/, '$1') : value;
}

/** Databases and UTF-8 can hold every text but NUL and lone surrogates, which would be changed on the way. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
