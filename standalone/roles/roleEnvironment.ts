/** The secrets that each kind of role gets. */
const required = {
  gateway: ['REDIS_URL', 'COUNTERFOIL_SECRET_KEY', 'COUNTERFOIL_FORMER_SECRET_KEY'],
  worker: ['REDIS_URL', 'DATABASE_URL'],
  status: ['REDIS_URL'],
} as const;

type SecretName = (typeof required)[keyof typeof required][number];

/** Only those that are set. */
type Secrets = Readonly<Partial<Record<SecretName, string>>>;

const secretNames: readonly string[] = Object.values(required).flat();

/** Milliseconds. */
const sharedDrainMs = 500;

/** Settings of clients, which no role needs. */
const forClients = ['COUNTERFOIL_URL', 'COUNTERFOIL_APP_ID', 'COUNTERFOIL_API_SECRET'];

/**
 * The environment of a role: that of this process without secrets, and the secrets that the role needs. A gateway that is
 * broken into has no database password, and a worker can't read the apps' secrets. `isShared`: several gateways have one port.
 */
export function environmentOf(
  [kind]: readonly string[],
  secrets: Secrets,
  isShared = false,
): NodeJS.ProcessEnv {
  const hidden = secretNames.flatMap((name) => [name, `${name}_FILE`]);
  const left = Object.entries(process.env).filter(([name]) => ![...hidden, ...forClients].includes(name));
  const names: readonly SecretName[] = required[kind as keyof typeof required];
  return {
    // Alone, its clients have no other gateway to go to. Otherwise, connections may be on their way to it.
    DRAIN_MS: isShared ? `${sharedDrainMs}` : '0',
    // Whoever tries the service wants to read how it is called.
    DOCS: 'on',
    ...Object.fromEntries(left),
    ...Object.fromEntries(names.filter((name) => secrets[name]).map((name) => [name, secrets[name]])),
  };
}
