type Environment = Readonly<Record<string, string | undefined>>;

const presentNames: Readonly<Record<string, string>> = { MOST_CALLS: 'MAX_CALLS', MOST_BYTES: 'MAX_BYTES' };

export interface RenamedSetting {
  readonly old: string;
  readonly name: string;
}

export function renamedSettings(environment: Environment): readonly RenamedSetting[] {
  return Object.entries(presentNames)
    .filter(([old]) => environment[old]?.trim())
    .map(([old, name]) => ({ old, name }));
}

/** The present name takes precedence if both are set. */
export function withPresentNames(environment: Environment): Environment {
  const renamed = renamedSettings(environment).map(({ old, name }) => [name, environment[old]]);
  const given = Object.entries(environment).filter(([, value]) => value?.trim());
  return { ...Object.fromEntries(renamed), ...Object.fromEntries(given) };
}
