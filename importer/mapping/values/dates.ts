import type { Problem } from './cells.ts';

export interface DateForm {
  readonly example: string;
  readonly pattern: RegExp;
}

const tokens: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<year>\\d{2})',
  MM: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{1,2})',
  AM: '(?<half>[ap])\\.?m\\.?',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
};

const iso =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d+)?)?)? ?(?<zone>Z|UTC|[+-]\d\d:?\d\d)?$/;
const german =
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4}|\d{2})(?:,? +(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?)?$/;

/** Returns undefined for a format without day, month or year. */
export function dateForm(example: string): DateForm | undefined {
  if (!['YY', 'MM', 'DD'].every((part) => example.includes(part))) return undefined;
  const escaped = example.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = escaped.replace(/YYYY|YY|MM|DD|HH|mm|ss|AM/g, (token) => tokens[token] ?? token);
  return { example, pattern: new RegExp(`^${pattern}$`, 'i') };
}

/** Returns date and time in UTC, as they are stored. A text without a time zone is in the given one. */
export function storedDate(text: string, timeZone: string, form?: DateForm): string | Problem {
  const parts = form ? form.pattern.exec(text) : (iso.exec(text) ?? german.exec(text));
  if (!parts?.groups) return { problem: serialDate(text) ?? `"${text}" is not a date ${expected(form)}` };
  const { year = '', month = '', day = '', minute = '0', second = '0', zone = '' } = parts.groups;
  const hour = hourOf(parts.groups.hour ?? '0', parts.groups.half);
  const fullYear = year.length === 2 ? `${centuryOf(year)}${year}` : year;
  const local = `${fullYear}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`;
  const localMs = Date.parse(`${local}Z`);
  // 31 February must not become 3 March.
  const exists = !Number.isNaN(localMs) && new Date(localMs).toISOString().startsWith(local);
  const utcMs = exists
    ? zone === ''
      ? utcOf(localMs, timeZone)
      : Date.parse(local + isoZone(zone))
    : undefined;
  if (utcMs === undefined)
    return { problem: `the date "${text}" does not exist${exists ? ` in ${timeZone}` : ''}` };
  return new Date(utcMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** 12 AM is midnight, and 12 PM noon. */
function hourOf(hour: string, half: string | undefined): string {
  return half === undefined ? hour : `${(Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)}`;
}

const dayMs = 86_400_000;
const serial = /^[2-7]\d{4}(?:[.,]\d+)?$/;

/** Explains the number that a spreadsheet has for a date: the days since 30 December 1899. Covers the years 1954 to 2119. */
function serialDate(text: string): string | undefined {
  if (!serial.test(text)) return undefined;
  const date = new Date(Date.UTC(1899, 11, 30) + Math.floor(Number(text.replace(',', '.'))) * dayMs);
  return `"${text}" is not a date: a spreadsheet saved it as a number, which stands for ${date.toISOString().slice(0, 10)}. Format the column as a date in the spreadsheet, and export it again`;
}

/** Limits a year of two digits to the next one: 75 is 1975. */
function centuryOf(year: string): string {
  return Number(year) <= (new Date().getFullYear() % 100) + 1 ? '20' : '19';
}

function isoZone(zone: string): string {
  return /^[+-]/.test(zone) ? zone.replace(/(\d\d):?(\d\d)$/, '$1:$2') : 'Z';
}

function expected(form: DateForm | undefined): string {
  return form
    ? `written like ${form.example}`
    : 'such as 2026-11-21 or 21.11.2026: set the date format with "date" in a mapping file';
}

function two(part: string): string {
  return part.padStart(2, '0');
}

const hourMs = 3_600_000;

/** Offsets by zone and quarter of an hour: rows of a file have few different ones, and formatting is slow. */
const offsets = new Map<string, number>();
const maxOffsets = 10_000;

/**
 * Converts a local time to UTC, both in milliseconds as if local times were UTC. Takes the first of an hour that occurs
 * twice. Returns undefined for a time that a change of the clock leaves out.
 */
function utcOf(localMs: number, timeZone: string): number | undefined {
  const before = localMs - offsetAt(localMs - 24 * hourMs, timeZone);
  const after = localMs - offsetAt(localMs + 24 * hourMs, timeZone);
  return [before, after].find((utcMs) => utcMs + offsetAt(utcMs, timeZone) === localMs);
}

/** Returns the milliseconds by which the local time of a zone is ahead of UTC. */
function offsetAt(utcMs: number, timeZone: string): number {
  const key = `${timeZone} ${Math.floor(utcMs / (hourMs / 4))}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  // Such as `11/26/2026, GMT+01:00`. Before the zones of railways, offsets have seconds; UTC has no digits.
  const [, sign = '+', hours = 0, minutes = 0, seconds = 0] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(formatOf(timeZone).format(utcMs)) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1_000;
  if (offsets.size >= maxOffsets) offsets.clear();
  offsets.set(key, sign === '-' ? -offset : offset);
  return sign === '-' ? -offset : offset;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  return format;
}
