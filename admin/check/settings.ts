import { forClients, settingNames } from '../../shared/runtime/settings/settings.ts';
import { type Finding, ok, warn } from './finding.ts';
import { unknownNames } from './unknownNames.ts';

/** Finds typing errors in names. Values were checked when the settings were read. */
export function checkSettings(environment: Readonly<Record<string, string | undefined>>): readonly Finding[] {
  const unknown = unknownNames(environment, [...settingNames(), ...forClients]);
  if (unknown.length === 0) return [ok('settings', 'all settings are valid')];
  return unknown.map(({ name, meant }) =>
    warn('settings', `unknown setting ${name}`, meant ? `did you mean ${meant}?` : 'remove it'),
  );
}
