import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { settled } from './settled.ts';
import { run, succeeds } from './shell.ts';

/** A Docker engine that may be used, by the environment that programs find it with. */
export interface Engine {
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

interface Options {
  /** Folder in which an engine of our own keeps its images from run to run. */
  readonly folder: string;
  /** True if Debian's packages may be installed. */
  readonly isSetUp: boolean;
  readonly printLine: (line: string) => void;
}

const packages = {
  dockerd: 'docker.io',
  docker: 'docker.io',
  iptables: 'iptables',
  mmdebstrap: 'mmdebstrap',
};

/** The engine that DOCKER_HOST names, or one of our own; or what it takes to have one. Never one that just happens to run. */
export async function findEngine(options: Options): Promise<Engine | { readonly lacks: string }> {
  if (process.env.DOCKER_HOST) return givenEngine(process.env.DOCKER_HOST);
  if (process.getuid?.() !== 0) return { lacks: 'root, to start an engine, or DOCKER_HOST, to use one' };
  if (await isEngineRunning())
    return { lacks: 'an engine: one runs here, and is used only when DOCKER_HOST names it' };
  if (options.isSetUp && (await missingPackages()).length > 0) await install(options);
  const missing = await missingPackages();
  if (missing.length > 0)
    return { lacks: `${missing.join(', ')}: install them, or let --set-up do it (as root, on Debian)` };
  return startEngine(options);
}

async function givenEngine(host: string): Promise<Engine | { readonly lacks: string }> {
  if (!(await succeeds('docker', ['version']))) return { lacks: `an engine that answers at ${host}` };
  if (!(await succeeds('docker', ['compose', 'version']))) return { lacks: 'Docker Compose 2' };
  // Somebody may run it.
  if (await succeeds('docker', ['image', 'inspect', 'counterfoil']))
    return {
      lacks: `an engine without an image "counterfoil", which would be replaced and removed: ${host} has one`,
    };
  return { env: {}, stop: async () => {} };
}

/** Two engines on one machine would share a bridge and its rules. */
async function isEngineRunning(): Promise<boolean> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const names = await Promise.all(
    processes.map((id) => readFile(`/proc/${id}/comm`, 'utf8').catch(() => '')),
  );
  return names.some((name) => name.trim() === 'dockerd');
}

async function missingPackages(): Promise<readonly string[]> {
  const found = await Promise.all(Object.keys(packages).map((name) => succeeds('which', [name])));
  return [...new Set(Object.values(packages).filter((_, index) => !found[index]))];
}

async function install({ printLine }: Options): Promise<void> {
  const names = await missingPackages();
  printLine(`Installing ${names.join(', ')}`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await succeeds('apt-get', ['-qq', 'update'], { env });
  await succeeds('apt-get', ['-qq', 'install', '--yes', '--no-install-recommends', ...names], { env });
}

/** An engine with its own data, and local images under the names of the official ones. */
async function startEngine({ folder, printLine }: Options): Promise<Engine> {
  // The path of a socket may have 107 characters only.
  const state = await mkdtemp(path.join(tmpdir(), 'counterfoil-engine-'));
  await mkdir(folder, { recursive: true });
  const env = { DOCKER_HOST: `unix://${state}/docker.sock`, DOCKER_CONFIG: path.join(folder, 'config') };
  const log = openSync(path.join(folder, 'dockerd.log'), 'w');
  const daemon = spawn('dockerd', daemonOptions(folder, state, env.DOCKER_HOST), {
    stdio: ['ignore', log, log],
    // Ctrl-C is for this program, which ends the engine when its containers are gone.
    detached: true,
  });
  const stop = async () => {
    await end(daemon);
    await rm(state, { recursive: true, force: true });
  };
  try {
    await settled(async () => daemon.exitCode !== null || succeeds('docker', ['version'], { env }));
    if (daemon.exitCode !== null) throw new Error(`dockerd ended, see ${folder}/dockerd.log`);
    printLine('Making the images that are not there yet (some minutes the first time)');
    await run('bash', ['lab/containers/stand-in-images.sh', folder], { env });
    return { env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function daemonOptions(folder: string, state: string, host: string): readonly string[] {
  const places = ['--data-root', path.join(folder, 'data'), '--exec-root', path.join(state, 'exec')];
  return [...places, '--pidfile', path.join(state, 'dockerd.pid'), '--host', host];
}

function end(daemon: ChildProcess): Promise<unknown> {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return Promise.resolve();
  const ended = new Promise((resolve) => daemon.once('exit', resolve));
  daemon.kill('SIGTERM');
  return ended;
}
