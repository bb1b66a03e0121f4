import { asDateCell } from './dateCell.ts';
import type { CellText } from './numberFormat.ts';
import { decimalsOf, inPercent, plainDecimal, roundedTo, unambiguous } from './storedDecimals.ts';

type Attributes = Readonly<Record<string, string>>;

/** Matches errors of LibreOffice that are not called as those of Excel. */
const error = /^(?:Err:\d+|#[A-Z][A-Z0-9/]*[!?]|#N\/A)$/;

/**
 * Returns the text of a cell (OpenDocument 1.3 part 3, 19.385). `shown` is the text in the file, which decides on what only
 * the number format adds: zeros before a number, and the text around it.
 */
export function odsText(attributes: Attributes, shown: string, place: string): CellText {
  const type = attributes['office:value-type'];
  if (attributes['calcext:value-type'] === 'error' || (attributes['table:formula'] && error.test(shown)))
    return { text: `${shown.replace(/^Err:(\d+)$/, '#ERR$1!')} (${place})` };
  if (type === undefined)
    return { text: attributes['table:formula'] && shown === '' ? `#FORMULA! (${place})` : shown };
  switch (type) {
    case 'float':
      return numberText(attributes['office:value'] ?? '', shown, '');
    case 'currency':
      return numberText(attributes['office:value'] ?? '', shown, attributes['office:currency'] ?? '');
    case 'percentage':
      return percentText(attributes['office:value'] ?? '', shown);
    case 'date':
      return { text: asDateCell(dateText(attributes['office:date-value'] ?? '', shown)) };
    case 'time':
      return { text: asDateCell(timeText(attributes['office:time-value'] ?? '') ?? shown) };
    case 'boolean':
      return { text: attributes['office:boolean-value'] === 'true' ? 'TRUE' : 'FALSE' };
    default:
      return { text: attributes['office:string-value'] ?? shown };
  }
}

/** Matches a shown number, between the texts around it. */
const number = /^([^\d]*?)([-+]?(?:\d{1,3}(?:[.,'’\s]\d{3})+|\d+)?(?:[.,]\d+)?(?:E[-+]?\d+)?)([^\d]*)$/i;
/** LibreOffice shows up to ten decimals of a number without a format. */
const generalDecimals = 9;

/** Reads a number with the text around it. `currency` is that of the cell, which the text around the number need not name. */
function numberText(value: string, shown: string, currency: string): CellText {
  const plain = plainDecimal(value);
  if (plain === undefined) return { text: shown };
  const found = number.exec(shown);
  const [, before = '', digits = '', after = ''] = found ?? [];
  const isNamed = /[\p{L}\p{Sc}]/u.test(found ? before + after : shown);
  const unit = currency === '' || isNamed ? '' : ` ${currency}`;
  // A number that looks otherwise has a format of its own, such as 00000, 000-000 or "K-"0.
  const isHyphen = digits.startsWith('-') && !plain.startsWith('-');
  const isMask = isHyphen || !/\d/.test(digits) || /^[-+]?0\d/.test(digits);
  if (shown !== '' && !plain.includes('E') && isMask)
    return hiddenNumber(plain, shown, unit) ?? { text: shown + unit };
  const start = before.replace(/[-+(]/g, '').trimStart();
  const end = after.replace(/[)]/g, '').trimEnd() + unit;
  const text = unambiguous(plain, start, end);
  const decimals = shownDecimals(digits, plain);
  if (decimals >= generalDecimals) return { text };
  if (isScaled(digits, plain, decimals)) return { text, shown: digits + unit };
  if (decimalsOf(plain) <= decimals) return { text };
  return { text, shown: unambiguous(roundedTo(plain, decimals), start, end) };
}

/** Reads a number that is shown as a dash, which is 0 for most formats, or as `###`, since its column is narrow. */
function hiddenNumber(plain: string, shown: string, unit: string): CellText | undefined {
  const text = unambiguous(plain, '', unit);
  if (shown.startsWith('##')) return { text };
  if (!/^[-–—\s]*$/.test(shown)) return undefined;
  return plain === '0' ? { text } : { text, shown: shown.trim() };
}

/** True if the digits before the decimals are others than those that are stored, as in a format that shows thousands. */
function isScaled(digits: string, plain: string, decimals: number): boolean {
  const all = digits.replace(/\D/g, '');
  const [whole = ''] = roundedTo(plain, decimals).replace('-', '').split('.');
  return Number(all.slice(0, all.length - decimals)) !== Number(whole);
}

/** Three digits after a separator may be thousands: then the number itself tells how many decimals are shown. */
function shownDecimals(digits: string, plain: string): number {
  if (/e/i.test(digits) || digits === '') return Number.POSITIVE_INFINITY;
  const [, decimals = ''] = /[.,](\d+)$/.exec(digits) ?? [];
  if (decimals.length !== 3) return decimals.length;
  const whole = digits.replace(/\D/g, '').length - 3;
  return whole === plain.replace(/^-/, '').split('.')[0]?.length ? 3 : 0;
}

function percentText(value: string, shown: string): CellText {
  const plain = plainDecimal(value);
  if (plain === undefined || plain.includes('E')) return { text: shown };
  const percent = inPercent(plain);
  const [, decimals = ''] = /[.,](\d+)\s*%$/.exec(shown) ?? [];
  if (shown === '' || decimalsOf(percent) <= decimals.length) return { text: `${percent}%` };
  return { text: `${percent}%`, shown: `${roundedTo(percent, decimals.length)}%` };
}

/** Matches a date without its year or day: a spreadsheet may have taken an article number for it. */
const partOfDate = /^(?:\d{1,2}[. -]*\p{L}{3,}\.?|\p{L}{3,}\.?[. -]*\d{2,4}|\d{1,2}[./-]\d{1,2}\.?)$/u;

function dateText(value: string, shown: string): string {
  if (partOfDate.test(shown.trim())) return shown.trim();
  const [date = '', time] = value.split('T');
  return time === undefined || (shown !== '' && !shown.includes(':')) ? date : `${date} ${time.slice(0, 8)}`;
}

/** Converts `PT08H30M00S`. */
function timeText(value: string): string | undefined {
  const [, hours, minutes, seconds] = /^PT(\d+)H(\d\d)M(\d\d)(?:[.,]\d+)?S$/.exec(value) ?? [];
  return hours === undefined ? undefined : `${hours.padStart(2, '0')}:${minutes}:${seconds}`;
}
