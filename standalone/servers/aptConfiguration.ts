/** Options of apt, over ours. */
export type AptChanges = Readonly<Record<string, string>>;

/**
 * The machine's apt configuration (sources, keys, proxies) with all that apt writes moved into a folder of
 * ours and without locks, so that it works for every user. The hooks are left out: they would clean the
 * machine's package cache and wake its desktop services.
 */
export function aptConfiguration(machineConfiguration: string, folder: string, changes: AptChanges): string {
  const kept = machineConfiguration
    .split('\n')
    .filter((line) => !/invoke|hooks|pre-install-pkgs/i.test(line));
  const own = {
    'Dir::Etc::parts': '/dev/null',
    'Dir::Etc::main': '/dev/null',
    'Dir::State': `${folder}/state`,
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': `${folder}/cache`,
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': '',
    'APT::Update::Error-Mode': 'any',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '2',
    'Acquire::http::Timeout': '20',
    'Acquire::https::Timeout': '20',
    ...changes,
  };
  return [...kept, ...Object.entries(own).map(([key, value]) => `${key} "${value}";`), ''].join('\n');
}
