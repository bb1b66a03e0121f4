import path from 'node:path';
import { keysMessage } from '../admin/keys/keysMessage.ts';
import type { Lifecycle } from '../shared/process/lifecycle.ts';
import { printLine } from '../shared/process/output.ts';
import type { UpSettings } from './data/dataFolder.ts';
import { type KeptKeys, keyVariables } from './data/keptKeys.ts';
import { watchKeys } from './data/watchKeys.ts';
import { Fleet } from './roles/fleet.ts';
import { Logs } from './roles/logs.ts';
import { MetricsTargets } from './roles/metricsTargets.ts';
import { environmentOf } from './roles/roleEnvironment.ts';
import { loggingOf, roleProcess } from './roles/roleProcess.ts';
import { fromParentOption, type Role, type RoleCounts, roleKinds, rolesOf } from './roles/roles.ts';
import { SharedPort } from './roles/sharedPort.ts';
import type { ServerUrls } from './startServers.ts';
import type { ManagedProcess } from './system/managedProcess.ts';

export interface RolesPlan {
  readonly counts: RoleCounts;
  /** Upper limits for autoscaling. Without it, the same as `counts`. */
  readonly max: RoleCounts;
}

/** True if autoscaling may change the numbers. */
export function changes({ counts, max }: RolesPlan): boolean {
  return roleKinds.some((kind) => max[kind] > counts[kind]);
}

export interface RunningRoles {
  readonly fleet: Fleet;
  readonly targets: MetricsTargets;
  readonly logs: Logs;
}

export async function startRoles(
  settings: UpSettings,
  urls: ServerUrls,
  { counts, max }: RolesPlan,
  lifecycle: Lifecycle,
): Promise<RunningRoles> {
  printLine(`Starting ${roleKinds.map((kind) => `${counts[kind]} ${kind}`).join(', ')}`);
  const folder = path.join(settings.dataFolder, 'logs');
  const logs = await Logs.start([folder, settings.dataFolder]);
  lifecycle.onStop('logs', () => logs.stop());
  const first = rolesOf(counts);
  const targets = new MetricsTargets(settings, [...new Set([...first, ...rolesOf(max)])]);
  const isShared = max.gateway > 1;
  const make = roleMaker(settings, urls, { folder, targets, isShared }, lifecycle, () => fleet.gateways);
  const fleet = new Fleet({ make, onGone: (role) => targets.forget(role) });
  logs.belongTo(() => fleet.processes.map((process) => loggingOf(process, folder)));
  fleet.stopWith(lifecycle);
  await fleet.start(counts);
  if (isShared) await sharePort(settings, fleet, lifecycle);
  return { fleet, targets, logs };
}

async function sharePort({ port, host }: UpSettings, fleet: Fleet, lifecycle: Lifecycle): Promise<void> {
  const shared = new SharedPort(() => fleet.gateways);
  lifecycle.onStop('port', () => shared.stop());
  await shared.listen(port, host);
}

interface Surroundings {
  readonly folder: string;
  readonly targets: MetricsTargets;
  /** True if gateways get their connections from this process. */
  readonly isShared: boolean;
}

/** Gateways get the keys at each start, and again when `key rotate` changes them. */
function roleMaker(
  settings: UpSettings,
  urls: ServerUrls,
  { folder, targets, isShared }: Surroundings,
  lifecycle: Lifecycle,
  gateways: () => readonly ManagedProcess[],
): (role: Role) => ManagedProcess {
  let keys: KeptKeys = settings;
  const greeting = () => keysMessage(keys);
  const change = (changed: KeptKeys) => {
    keys = changed;
    for (const gateway of gateways()) gateway.send(greeting());
  };
  lifecycle.onStop('keys', watchKeys(settings.dataFolder, keys, change));
  const environment = (role: Role) => ({
    ...environmentOf(role.parameters, secretsOf(urls, keys), isShared),
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
