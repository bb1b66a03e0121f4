import { settingNames } from '../../shared/settings.ts';
import { type Finding, ok, warn } from './finding.ts';
import { unknownNames } from './unknownNames.ts';

/** What clients of the service read: `call` and `import`. */
const forClients = ['COUNTERFOIL_URL', 'COUNTERFOIL_APP_ID', 'COUNTERFOIL_API_SECRET'];

/** Typing errors in names; values were checked when the settings were read. */
export function checkSettings(environment: Readonly<Record<string, string | undefined>>): readonly Finding[] {
  const unknown = unknownNames(environment, [...settingNames(), ...forClients]);
  if (unknown.length === 0) return [ok('settings', 'all names and values are known')];
  return unknown.map(({ name, meant }) =>
    warn('settings', `${name} is no setting`, meant ? `did you mean ${meant}?` : 'remove it'),
  );
}
