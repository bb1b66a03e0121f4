import type { Clock } from '../../shared/runtime/redis/clock.ts';
import type { Database } from '../database/database.ts';

let second = 0;
let secondText = '';

/** Returns the time in the form of the tables. Every new row needs it, so the text is made once a second. */
export function nowUtc(clock: Clock): string {
  const now = Math.floor(clock.now() / 1_000);
  if (now !== second) {
    second = now;
    secondText = utcAt(now * 1_000);
  }
  return secondText;
}

/** Returns the value of a column `date_disabled`. Disabling again keeps the first date. */
export function disabledDate(database: Database, isDisabled: boolean) {
  return isDisabled ? database.raw('COALESCE(date_disabled, ?)', [nowUtc(Date)]) : null;
}

/** Returns the later of two times in the form of the tables: the date of a record never goes back. */
export function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}

/** Formats milliseconds since 1970 as the tables do: `YYYY-MM-DD HH:MM:SS` in UTC. */
export function utcAt(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the day of a UTC date and time in a time zone: `DD.MM.YYYY`. */
export function userDate(utc: string, timeZone: string): string {
  return formatFor(timeZone).format(new Date(`${utc.replace(' ', 'T')}Z`));
}

/** Caches formats, which cost far more to make than to use. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('de-DE', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}
