import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FolderKeys, keyVariables, type ServerUrls } from '../../admin/keys/dataFolderKeys.ts';
import { ManagedProcess } from '../../servers/system/managedProcess.ts';
import type { ParentMessage, ReadyMessage } from '../../shared/runtime/process/parentMessages.ts';
import { forClients } from '../../shared/runtime/settings/settings.ts';
import type { Logging } from './logs.ts';
import type { MetricsTargets } from './metricsTargets.ts';
import { fromParentOption, type Role, rolesWithKeys } from './roles.ts';

/**
 * Megabytes of long-lived objects. Roles hold about thirty. Without a limit, Node lets a gateway under load collect forty more
 * of garbage. Options of the parent come later and override this one.
 */
export const roleHeapLimit = '--max-old-space-size=1024';

interface RoleOptions {
  readonly folder: string;
  readonly urls: ServerUrls;
  readonly targets: MetricsTargets;
  /** True if several gateways get their connections from this process. */
  readonly isShared: boolean;
  readonly keys: () => FolderKeys;
}

/** Works both compiled and not compiled. */
const program = fileURLToPath(new URL(`../../cli/main${path.extname(import.meta.url)}`, import.meta.url));

/** Milliseconds. A busy machine starts ten roles at once, and each reports after ten seconds what it waits for. */
const startMs = 60_000;

/** Gateways and workers of webhooks get the keys at each start, and again when `key rotate` changes them. */
export function roleProcess(
  role: Role,
  { folder, urls, targets, isShared, keys }: RoleOptions,
): ManagedProcess {
  const { kind, name } = role;
  const isGateway = kind === 'gateway';
  const parameters = isGateway && isShared ? [...role.parameters, fromParentOption] : role.parameters;
  const secrets = () => ({
    DATABASE_URL: urls.databaseUrl,
    REDIS_URL: urls.redisUrl,
    ...keyVariables(keys()),
  });
  return new ManagedProcess({
    name,
    command: () => ({
      line: commandLine(roleHeapLimit, parameters),
      environment: {
        ...environmentOf(parameters, secrets(), isShared),
        METRICS_PORT: `${targets.portFor(role)}`,
      },
    }),
    link: { kind: 'channel' },
    logFile: logFileOf(name, folder),
    startMs,
    prepare: () => targets.check(role),
    onMessage: ({ port }: ReadyMessage) => targets.note(role, port),
    ...(rolesWithKeys.includes(kind) && { greeting: () => keysMessage(keys()) }),
  });
}

export function commandLine(heapLimit: string, parameters: readonly string[]): readonly string[] {
  return [process.execPath, heapLimit, ...process.execArgv, program, ...parameters];
}

/** The process continues in a new file of the same name when it is told to. */
export function loggingOf(process: ManagedProcess, folder: string): Logging {
  const file = logFileOf(process.name, folder);
  return { file, reopen: () => process.send({ kind: 'reopenLog', file } satisfies ParentMessage) };
}

export function keysMessage({ secretKey, formerSecretKey }: FolderKeys): ParentMessage {
  const former = formerSecretKey ? [formerSecretKey.toString('base64')] : [];
  return { kind: 'keys', keys: [secretKey.toString('base64'), ...former] };
}

export function logFileOf(name: string, folder: string): string {
  return path.join(folder, `${name.replaceAll(' ', '-')}.log`);
}

const secretsOfRoles = {
  gateway: ['REDIS_URL', 'COUNTERFOIL_SECRET_KEY', 'COUNTERFOIL_FORMER_SECRET_KEY'],
  worker: ['REDIS_URL', 'DATABASE_URL'],
  // It opens the secrets of webhooks.
  webhook: ['REDIS_URL', 'DATABASE_URL', 'COUNTERFOIL_SECRET_KEY', 'COUNTERFOIL_FORMER_SECRET_KEY'],
  status: ['REDIS_URL'],
  // It signs its calls as the app in demo.env.
  import: [],
} as const;

type SecretName = (typeof secretsOfRoles)[keyof typeof secretsOfRoles][number];

const secretNames: readonly string[] = Object.values(secretsOfRoles).flat();

const sharedDrainMs = 500;

/**
 * Returns the environment of this process without secrets, and the secrets that the role needs. An attacker who controls a
 * gateway gets no database password, and a worker can't read the apps' secrets, except the one that signs webhooks. `isShared`
 * says that several gateways have one port.
 */
export function environmentOf(
  [kind, served]: readonly string[],
  secrets: Readonly<Partial<Record<SecretName, string>>>,
  isShared = false,
): NodeJS.ProcessEnv {
  const hidden = [...secretNames.flatMap((name) => [name, `${name}_FILE`]), ...forClients];
  const left = Object.entries(process.env).filter(([name]) => !hidden.includes(name));
  const role = served === 'webhook' ? served : kind;
  const names: readonly SecretName[] = secretsOfRoles[role as keyof typeof secretsOfRoles];
  return {
    // A single gateway does not drain: its clients have no other one. With a shared port, connections may be on their way to it.
    DRAIN_MS: isShared ? `${sharedDrainMs}` : '0',
    // People who try the service need its documentation.
    DOCS: 'on',
    ...Object.fromEntries(left),
    ...Object.fromEntries(names.filter((name) => secrets[name]).map((name) => [name, secrets[name]])),
  };
}
