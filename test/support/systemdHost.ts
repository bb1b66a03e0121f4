import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { readdir, readFile, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { emptyFolder } from './dataFolders.ts';
import { type Ended, Running } from './running.ts';
import { until } from './until.ts';

const program = '/lib/systemd/systemd';

const namespaces = ['--fork', '--pid', '--mount', '--uts', '--ipc', '--cgroup'];

/** Returns true if this user may make namespaces, and mounts in them. A host sees only the file system of `/`. */
export function canStartSystemd(): boolean {
  if (process.getuid?.() !== 0 || !existsSync(program)) return false;
  if (statSync(program).dev !== statSync('/').dev) return false;
  return spawnSync('unshare', [...namespaces, 'mount', '-t', 'proc', 'proc', '/proc']).status === 0;
}

/** An isolated machine with systemd, which has this checkout as /opt/counterfoil (`systemdHost.sh`). */
export class SystemdHost {
  readonly #process: Running;
  /** Name of its control groups. */
  readonly #name: string;

  private constructor(process: Running, name: string) {
    this.#process = process;
    this.#name = name;
  }

  static async start(): Promise<SystemdHost> {
    const folder = await emptyFolder();
    const parameters = [path.resolve('test/support/systemdHost.sh'), folder, process.cwd(), process.execPath];
    const host = new SystemdHost(new Running('bash', ['--norc', ...parameters]), path.basename(folder));
    try {
      await until(async () => (await host.bash('systemctl is-active basic.target')).stdout === 'active\n');
    } catch (error) {
      await host.stop();
      throw error;
    }
    return host;
  }

  /** Runs a script as root, in a shell of its own. Before the machine is isolated, the exit code is 125. */
  async bash(script: string): Promise<Ended> {
    const { pid } = this.#process;
    const first = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim();
    const entered = [...namespaces.slice(1), '--root', '--wd'];
    const checked = `[ -e /run/isolated ] || exit 125\n${script}`;
    return new Running('nsenter', ['--target', first, ...entered, 'bash', '--norc', '-c', checked]).ended;
  }

  /** Kills it, and removes its control groups when its processes have ended. */
  async stop(): Promise<void> {
    await this.#process.stop('SIGKILL');
    for (const parent of ['', 'systemd', 'memory'])
      await until(() => removeGroup(path.join('/sys/fs/cgroup', parent, this.#name)));
  }
}

/** Removes a control group and those in it. Returns false while they have processes. */
async function removeGroup(group: string): Promise<boolean> {
  if (!existsSync(group)) return true;
  const entries = await readdir(group, { withFileTypes: true });
  const inner = entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(group, name));
  const removed = await Promise.all(inner.map(removeGroup));
  return (
    removed.every(Boolean) &&
    rmdir(group).then(
      () => true,
      () => false,
    )
  );
}
