import type { Problem } from './decimals.ts';

const tokens: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<year>\\d{2})',
  MM: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
};

const asStored = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const iso =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d+)?)?)? ?(?<zone>Z|UTC|[+-]\d\d:?\d\d)?$/;
const german =
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})(?:,? +(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?)?$/;

/** The pattern of dates in a form such as `DD.MM.YYYY HH:mm`; undefined if the form has no day, month or year. */
export function datePattern(form: string): RegExp | undefined {
  if (!['YY', 'MM', 'DD'].every((part) => form.includes(part))) return undefined;
  const escaped = form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/YYYY|YY|MM|DD|HH|mm|ss/g, (token) => tokens[token] ?? token)}$`);
}

/** A date and time as it is stored, in UTC; what names no zone is taken as UTC. */
export function storedDate(text: string, pattern?: RegExp): string | Problem {
  if (!pattern && asStored.test(text)) return text;
  const parts = pattern ? pattern.exec(text) : (iso.exec(text) ?? german.exec(text));
  if (!parts?.groups) return { problem: `"${text}" is no date in the form expected: say which with "date"` };
  const { year = '', month = '', day = '', hour = '0', minute = '0', second = '0', zone = '' } = parts.groups;
  const fullYear = year.length === 2 ? `20${year}` : year;
  const local = `${fullYear}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`;
  const time = new Date(`${local}${/^[+-]/.test(zone) ? zone.replace(/(\d\d):?(\d\d)$/, '$1:$2') : 'Z'}`);
  // The last days of short months must not become the first ones of the next.
  const exists = !Number.isNaN(time.getTime()) && new Date(`${local}Z`).toISOString().startsWith(local);
  return exists
    ? time.toISOString().slice(0, 19).replace('T', ' ')
    : { problem: `"${text}" is no day there is` };
}

function two(part: string): string {
  return part.padStart(2, '0');
}
