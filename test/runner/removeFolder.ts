import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';

/** Removes a folder with all it holds, also the small disks that a killed test left mounted in it. */
export async function removeFolder(folder: string): Promise<void> {
  // The kernel asks servers to end with their lane. A MySQL whose folder is removed meanwhile would never end.
  for (const pid of processesOf(folder)) killIfRunning(pid);
  for (const mounted of mountsIn(folder)) execFileSync('umount', ['--lazy', mounted]);
  // Servers that were killed may still be writing.
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
}

/** The processes whose command line names a file in the folder: servers that tests started. */
function processesOf(folder: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => commandLineOf(pid).includes(`${folder}/`)).map(Number);
}

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ''; // it has ended
  }
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended
  }
}

function mountsIn(folder: string): readonly string[] {
  if (process.platform !== 'linux') return [];
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  return mounts.map((line) => line.split(' ')[1] ?? '').filter((place) => place.startsWith(`${folder}/`));
}
