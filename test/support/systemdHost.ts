import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyFolder } from './dataFolders.ts';
import { type Ended, Running } from './running.ts';
import { until } from './until.ts';

const namespaces = ['--fork', '--kill-child', '--pid', '--mount', '--uts', '--ipc', '--cgroup'];

/** Only root can start systemd in namespaces. */
export const canStartSystemd = process.getuid?.() === 0 && existsSync('/lib/systemd/systemd');

/** A machine of its own with systemd, which has this checkout as /opt/counterfoil (`systemdHost.sh`). */
export class SystemdHost {
  readonly #process: Running;
  readonly #pid: string;

  private constructor(process: Running, pid: string) {
    this.#process = process;
    this.#pid = pid;
  }

  static async start(): Promise<SystemdHost> {
    const script = path.resolve('test/support/systemdHost.sh');
    const parameters = [...namespaces, 'bash', script, await emptyFolder(), process.cwd(), process.execPath];
    const running = new Running('unshare', parameters);
    const children = `/proc/${running.pid}/task/${running.pid}/children`;
    let pid = '';
    await until(async () => {
      pid = (await readFile(children, 'utf8')).trim();
      return pid !== '';
    });
    const host = new SystemdHost(running, pid);
    await until(async () => (await host.bash('systemctl is-active basic.target')).stdout === 'active\n');
    return host;
  }

  /** Runs a script as root, in a shell of its own. */
  bash(script: string): Promise<Ended> {
    const namespacesOf = [
      '--target',
      this.#pid,
      '--pid',
      '--mount',
      '--uts',
      '--ipc',
      '--cgroup',
      '--root',
      '--wd',
    ];
    return new Running('nsenter', [...namespacesOf, 'bash', '-c', script]).ended;
  }

  /** Resolves when all of its processes have ended. */
  async stop(): Promise<void> {
    await this.#process.stop('SIGKILL');
  }
}
