import { forClients } from '../../shared/runtime/settings/settings.ts';

const required = {
  gateway: ['REDIS_URL', 'COUNTERFOIL_SECRET_KEY', 'COUNTERFOIL_FORMER_SECRET_KEY'],
  worker: ['REDIS_URL', 'DATABASE_URL'],
  status: ['REDIS_URL'],
} as const;

type SecretName = (typeof required)[keyof typeof required][number];

type Secrets = Readonly<Partial<Record<SecretName, string>>>;

const secretNames: readonly string[] = Object.values(required).flat();

const sharedDrainMs = 500;

/**
 * Returns the environment of this process without secrets, and the secrets that the role needs. An attacker who controls a
 * gateway gets no database password, and a worker can't read the apps' secrets. `isShared` says that several gateways have one
 * port.
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
    // Clients of the only gateway can't use another one. Behind a shared port, connections may be on their way to it.
    DRAIN_MS: isShared ? `${sharedDrainMs}` : '0',
    // People who try the service need its documentation.
    DOCS: 'on',
    ...Object.fromEntries(left),
    ...Object.fromEntries(names.filter((name) => secrets[name]).map((name) => [name, secrets[name]])),
  };
}
