import { type Events, levels } from '../../shared/runtime/process/events.ts';
import { code, table } from './markdown.ts';
import { replaceBetween } from './replaceBetween.ts';
import { eventTexts, fieldTexts } from './texts/eventTexts.ts';

const roles = { gateway: 'gateway', worker: 'worker', both: 'every role' } as const;

/** The tables of log events and of their fields in docs/operating.md. */
function eventTables(): string {
  const names = Object.keys(eventTexts).toSorted() as (keyof Events)[];
  const events = names.map((name) => {
    const [role, fields, meaning] = eventTexts[name];
    const shown = Object.entries(fields).map(([field, mark]) => code(`${field}${mark}`));
    return [code(name), levels[name], roles[role], shown.join(', '), meaning];
  });
  const fields = Object.entries(fieldTexts).map(([field, meaning]) => [code(field), meaning]);
  return [
    table(['event', 'level', 'of', 'fields', 'meaning'], events),
    '**Fields.** A field with `?` is not always there. Every line also has `time` (milliseconds since 1970), `level` (a number: 20 is debug, 30 info, 40 warn, 50 error, 60 fatal), `role` and `pid`.',
    table(['field', 'meaning'], fields),
  ].join('\n\n');
}

/** The page with the present tables between its two comments. */
export function withEventTables(page: string): string {
  return replaceBetween(page, 'events', eventTables());
}
