import { renamedSettings } from '../../shared/settings/renamedSettings.ts';
import { settingNames } from '../../shared/settings/settings.ts';
import { type Finding, ok, warn } from './finding.ts';
import { unknownNames } from './unknownNames.ts';

const forClients = ['COUNTERFOIL_URL', 'COUNTERFOIL_APP_ID', 'COUNTERFOIL_API_SECRET'];

/** Finds old names and typing errors in names. Values were checked when the settings were read. */
export function checkSettings(environment: Readonly<Record<string, string | undefined>>): readonly Finding[] {
  const renamed = renamedSettings(environment);
  const known = [...settingNames(), ...forClients, ...renamed.map(({ old }) => old)];
  const unknown = unknownNames(environment, known);
  if (unknown.length + renamed.length === 0) return [ok('settings', 'all settings are valid')];
  return [
    ...renamed.map(({ old, name }) =>
      warn('settings', `${old} is the old name of ${name}`, `rename it to ${name}`),
    ),
    ...unknown.map(({ name, meant }) =>
      warn('settings', `unknown setting ${name}`, meant ? `did you mean ${meant}?` : 'remove it'),
    ),
  ];
}
