import path from 'node:path';
import { keysMessage } from '../admin/keys/keysMessage.ts';
import type { UpSettings } from '../servers/data/dataFolder.ts';
import { type KeptKeys, keyVariables } from '../servers/data/keptKeys.ts';
import { watchKeys } from '../servers/data/watchKeys.ts';
import { keepRunning } from '../servers/system/keepRunning.ts';
import type { ManagedProcess } from '../servers/system/managedProcess.ts';
import { printLine } from '../shared/runtime/process/commandOutput.ts';
import type { Lifecycle } from '../shared/runtime/process/lifecycle.ts';
import { Logs } from './roles/logs.ts';
import { MetricsTargets } from './roles/metricsTargets.ts';
import { environmentOf } from './roles/roleEnvironment.ts';
import { loggingOf, roleProcess } from './roles/roleProcess.ts';
import { fromParentOption, type Role, type RoleCounts, roleKinds, rolesOf } from './roles/roles.ts';
import { SharedPort } from './roles/sharedPort.ts';
import type { ServerUrls } from './startServers.ts';

export interface RunningRoles {
  readonly targets: MetricsTargets;
  readonly logs: Logs;
}

const stopMs = 20_000;

/** Starts all roles at once. Rejects if one does not start. Gateways stop before workers, since they wait for their replies. */
export async function startRoles(
  settings: UpSettings,
  urls: ServerUrls,
  counts: RoleCounts,
  lifecycle: Lifecycle,
): Promise<RunningRoles> {
  printLine(`Starting ${roleKinds.map((kind) => `${counts[kind]} ${kind}`).join(', ')}`);
  const folder = path.join(settings.dataFolder, 'logs');
  const logs = await Logs.start([folder, settings.dataFolder]);
  lifecycle.onStop('logs', () => logs.stop());
  const roles = rolesOf(counts);
  const targets = new MetricsTargets(settings, roles);
  const isShared = counts.gateway > 1;
  let keys: KeptKeys = settings;
  const make = roleMaker(urls, { folder, targets, isShared, keys: () => keys });
  const gateways = roles.filter(({ kind }) => kind === 'gateway').map(make);
  const workers = roles.filter(({ kind }) => kind !== 'gateway').map(make);
  const changeKeys = (changed: KeptKeys) => {
    keys = changed;
    for (const gateway of gateways) gateway.send(keysMessage(keys));
  };
  lifecycle.onStop('keys', watchKeys(settings.dataFolder, keys, changeKeys));
  const processes = [...gateways, ...workers];
  logs.belongTo(() => processes.map((process) => loggingOf(process, folder)));
  lifecycle.onStop('workers', () => stopAll(workers), stopMs);
  lifecycle.onStop('gateways', () => stopAll(gateways), stopMs);
  lifecycle.onStop('restarts of roles', keepRunning(processes, printLine));
  await Promise.all(processes.map((process) => process.start()));
  if (isShared) await sharePort(settings, gateways, lifecycle);
  return { targets, logs };
}

function stopAll(processes: readonly ManagedProcess[]): Promise<unknown> {
  return Promise.all(processes.map((process) => process.stop()));
}

async function sharePort(
  { port, host }: UpSettings,
  gateways: readonly ManagedProcess[],
  lifecycle: Lifecycle,
): Promise<void> {
  const shared = new SharedPort(gateways);
  lifecycle.onStop('port', () => shared.stop());
  await shared.listen(port, host);
}

interface Surroundings {
  readonly folder: string;
  readonly targets: MetricsTargets;
  /** True if gateways get their connections from this process. */
  readonly isShared: boolean;
  readonly keys: () => KeptKeys;
}

/** Gateways get the keys at each start, and again when `key rotate` changes them. */
function roleMaker(
  urls: ServerUrls,
  { folder, targets, isShared, keys }: Surroundings,
): (role: Role) => ManagedProcess {
  const greeting = () => keysMessage(keys());
  const environment = (role: Role) => ({
    ...environmentOf(role.parameters, secretsOf(urls, keys()), isShared),
    METRICS_PORT: `${targets.portFor(role)}`,
  });
  return (role) => {
    const isGateway = role.kind === 'gateway';
    const parameters = isGateway && isShared ? [...role.parameters, fromParentOption] : role.parameters;
    return roleProcess(
      { ...role, parameters },
      {
        folder,
        environment: () => environment(role),
        prepare: () => targets.check(role),
        onMetrics: (port: number) => targets.note(role, port),
        ...(isGateway && { greeting }),
      },
    );
  };
}

function secretsOf({ databaseUrl, redisUrl }: ServerUrls, keys: KeptKeys) {
  return { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, ...keyVariables(keys) };
}
