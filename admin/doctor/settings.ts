import { forClients, settingNames } from '../../shared/runtime/settings/settings.ts';
import { type Finding, ok, warn } from '../findings.ts';

/** Short names such as HOST resemble too many others. */
const minLength = 8;
const maxDistance = 2;
const ours = 'COUNTERFOIL_';

/**
 * Finds typing errors in names: those that begin with COUNTERFOIL_ or resemble a setting, but are not settings. Values were
 * checked when the settings were read.
 */
export function checkSettings(environment: Readonly<Record<string, string | undefined>>): readonly Finding[] {
  const known = [...settingNames(), ...forClients];
  const strange = Object.keys(environment).filter((name) => !known.includes(name));
  const unknown = strange.flatMap((name) => {
    const meant = nearest(name, known);
    if (!meant && !name.startsWith(ours)) return [];
    return [warn('settings', `unknown setting ${name}`, meant ? `did you mean ${meant}?` : 'remove it')];
  });
  return unknown.length > 0 ? unknown : [ok('settings', 'all settings are valid')];
}

function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length < minLength) return undefined;
  const near = known.map((other) => ({ other, distance: editDistance(name, other) }));
  return near
    .filter(({ other, distance }) => other.length >= minLength && distance <= maxDistance)
    .toSorted((one, another) => one.distance - another.distance)[0]?.other;
}

/** Levenshtein distance: the number of letters to insert, delete or replace. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [place, letter] of [...one].entries()) {
    const next = [place + 1];
    for (const [index, another] of [...other].entries()) {
      const changed = (row[index] ?? 0) + (letter === another ? 0 : 1);
      next.push(Math.min(changed, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
