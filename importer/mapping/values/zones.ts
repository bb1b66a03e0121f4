const formats = new Map<string, Intl.DateTimeFormat>();
const hourMs = 3_600_000;

/** Offsets by zone and quarter of an hour: rows of a file have few different ones, and formatting is slow. */
const offsets = new Map<string, number>();
const maxOffsets = 10_000;

/**
 * Converts a local time to UTC, both in milliseconds as if local times were UTC. Takes the first of an hour that occurs
 * twice. Returns undefined for a time that a change of the clock leaves out.
 */
export function utcOf(localMs: number, timeZone: string): number | undefined {
  const before = localMs - offsetAt(localMs - 24 * hourMs, timeZone);
  const after = localMs - offsetAt(localMs + 24 * hourMs, timeZone);
  return [before, after].find((utcMs) => utcMs + offsetAt(utcMs, timeZone) === localMs);
}

/** Returns the milliseconds by which the local time of a zone is ahead of UTC. */
function offsetAt(utcMs: number, timeZone: string): number {
  const key = `${timeZone} ${Math.floor(utcMs / (hourMs / 4))}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const offset = computedOffset(Math.floor(utcMs / 1_000) * 1_000, timeZone);
  if (offsets.size >= maxOffsets) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

function computedOffset(utcMs: number, timeZone: string): number {
  const parts: Partial<Record<string, number>> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(utcMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day, hour, minute, second } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - utcMs;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const two = '2-digit';
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
  formats.set(timeZone, format);
  return format;
}
