import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { environment, isSet, settings } from '../../shared/runtime/settings/environment.ts';

/** Variables that the data folder of `npm start` has for other commands. */
export type UpVariable =
  | 'REDIS_URL'
  | 'DATABASE_URL'
  | 'COUNTERFOIL_URL'
  | 'COUNTERFOIL_APP_ID'
  | 'COUNTERFOIL_API_SECRET';

/** The settings that a command needs are missing, since no `npm start` runs here. */
export class NotRunning extends OperatorError {}

/**
 * Throws `NotRunning` at once if a variable is neither set nor kept by a running `npm start`. The data folder of one that
 * has ended still has the addresses of its servers, so these are tried. Addresses in the environment are not.
 */
export async function requireUp(...names: readonly UpVariable[]): Promise<void> {
  if (names.length === 0) return;
  const found = environment();
  const missing = names.filter((name) => !found[name]?.trim() && !isSet(name));
  const addresses = names.filter((name) => name.endsWith('_URL') && !isSet(name) && !missing.includes(name));
  const isUp = await Promise.all(addresses.map((name) => isServed(found[name] ?? '')));
  if (missing.length === 0 && isUp.every(Boolean)) return;
  const needed = missing.length > 0 ? missing : names;
  throw new NotRunning(
    `\`npm start\` is not running here (data folder ${settings().dataFolder}): start it, or set ${needed.join(', ')}, or COUNTERFOIL_DATA_DIR to the data folder of a running one`,
  );
}

/** Milliseconds in which `npm start` restarts a server that has ended. */
const restartMs = 1_000;
const pollMs = 200;

/** Resolves to true if something listens at the address of a URL. An address of another kind or machine is not tried. */
async function isServed(url: string): Promise<boolean> {
  const { hostname = '', port = '' } = URL.canParse(url) ? new URL(url) : {};
  if (hostname !== '127.0.0.1' || port === '') return true;
  for (let waitedMs = 0; await isRefused(hostname, Number(port)); waitedMs += pollMs) {
    if (waitedMs >= restartMs) return false;
    await delay(pollMs);
  }
  return true;
}

async function isRefused(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect');
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}
