import path from 'node:path';
import {
  type FolderKeys,
  type ServerUrls,
  type UpSettings,
  watchKeys,
} from '../admin/keys/dataFolderKeys.ts';
import type { ManagedProcess } from '../servers/system/managedProcess.ts';
import { supervise } from '../servers/system/supervise.ts';
import { printLine } from '../shared/runtime/process/commandOutput.ts';
import type { Lifecycle } from '../shared/runtime/process/lifecycle.ts';
import { Logs } from './roles/logs.ts';
import { MetricsTargets } from './roles/metricsTargets.ts';
import { keysMessage, loggingOf, roleProcess } from './roles/roleProcess.ts';
import { type RoleCounts, roleKinds, rolesOf, rolesWithKeys } from './roles/roles.ts';
import { SharedPort } from './roles/sharedPort.ts';

interface RunningRoles {
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
  let keys: FolderKeys = settings;
  const options = { folder, urls, targets, isShared, keys: () => keys };
  const started = roles.map((role) => ({ kind: role.kind, process: roleProcess(role, options) }));
  const processesOf = (some: typeof started) => some.map(({ process }) => process);
  const processes = processesOf(started);
  const withKeys = processesOf(started.filter(({ kind }) => rolesWithKeys.includes(kind)));
  const gateways = processesOf(started.filter(({ kind }) => kind === 'gateway'));
  const workers = processesOf(started.filter(({ kind }) => kind !== 'gateway'));
  const changeKeys = (changed: FolderKeys) => {
    keys = changed;
    for (const process of withKeys) process.send(keysMessage(keys));
  };
  lifecycle.onStop('keys', watchKeys(settings.dataFolder, keys, changeKeys));
  logs.belongTo(() => processes.map((process) => loggingOf(process, folder)));
  lifecycle.onStop('workers', () => stopAll(workers), stopMs);
  lifecycle.onStop('gateways', () => stopAll(gateways), stopMs);
  lifecycle.onStop('restarts of roles', supervise(processes, printLine));
  await Promise.all(processes.map((process) => process.start()));
  if (isShared) {
    const shared = new SharedPort(gateways);
    lifecycle.onStop('port', () => shared.stop());
    await shared.listen(settings.port, settings.host);
  }
  return { targets, logs };
}

function stopAll(processes: readonly ManagedProcess[]): Promise<unknown> {
  return Promise.all(processes.map((process) => process.stop()));
}
