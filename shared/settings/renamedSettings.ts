type Environment = Readonly<Record<string, string | undefined>>;

/** The names that settings had before, with their present ones. */
const presentNames: Readonly<Record<string, string>> = { MOST_CALLS: 'MAX_CALLS', MOST_BYTES: 'MAX_BYTES' };

/** A setting that was given by its old name. */
export interface RenamedSetting {
  readonly old: string;
  readonly name: string;
}

/** The settings that an environment gives by their old names. */
export function renamedSettings(environment: Environment): readonly RenamedSetting[] {
  return Object.entries(presentNames)
    .filter(([old]) => environment[old]?.trim())
    .map(([old, name]) => ({ old, name }));
}

/** The environment by the present names. The present name wins where both are given. */
export function withPresentNames(environment: Environment): Environment {
  const renamed = renamedSettings(environment).map(({ old, name }) => [name, environment[old]]);
  const given = Object.entries(environment).filter(([, value]) => value?.trim());
  return { ...Object.fromEntries(renamed), ...Object.fromEntries(given) };
}
