import type { Account } from './account.ts';
import type { Place } from './place.ts';
import type { Binary, Container, Program } from './program.ts';
import { succeeds } from './run.ts';

export interface Command {
  readonly line: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Whom to become before running it; undefined means to stay who we are. */
  readonly account?: Account;
}

/** What an image calls its commands. A binary is one command already and needs no such name. */
export type ContainerCommand = 'mariadbd' | 'mariadb-install-db' | 'mysqld' | 'redis-server';

/** The command that runs a program at a place with the server's own arguments. */
export function programCommand(
  program: Program,
  name: ContainerCommand,
  serverArguments: readonly string[],
  place: Place,
): Command {
  return program.kind === 'container'
    ? containerCommand(program, name, serverArguments, place)
    : binaryCommand(program, serverArguments, place);
}

/** The address a server must listen on so that its clients reach it at 127.0.0.1. */
export function listenAddress(program: Program): string {
  return program.kind === 'container' ? '0.0.0.0' : '127.0.0.1';
}

/** A container outlives its docker command when that is killed. */
export async function removeContainer(program: Program, name: ContainerCommand, place: Place): Promise<void> {
  if (program.kind === 'container')
    await succeeds(program.docker, ['rm', '--force', containerName(name, place)]);
}

/** The command line of a binary; an unpacked C library works only with the loader of its own release. */
export function programLine(
  { file, loader, libraryPath = '' }: Binary,
  parameters: readonly string[],
): [string, ...string[]] {
  return loader ? [loader, '--library-path', libraryPath, file, ...parameters] : [file, ...parameters];
}

/** The environment in which an unpacked binary finds its libraries; a loader is told on its command line. */
export function programEnvironment({ libraryPath, loader }: Binary): NodeJS.ProcessEnv {
  if (libraryPath === undefined || loader) return process.env;
  const inherited = process.env.LD_LIBRARY_PATH;
  return { ...process.env, LD_LIBRARY_PATH: inherited ? `${libraryPath}:${inherited}` : libraryPath };
}

function binaryCommand(program: Binary, serverArguments: readonly string[], { account }: Place): Command {
  return { line: programLine(program, serverArguments), environment: programEnvironment(program), account };
}

/** The folder has the same path inside, so that arguments mean the same in a container and outside. */
function containerCommand(
  { docker, image }: Container,
  name: ContainerCommand,
  serverArguments: readonly string[],
  place: Place,
): Command {
  const { folder, port, account } = place;
  const options = [
    ['--name', containerName(name, place)],
    ['--user', `${account.uid}:${account.gid}`],
    ['--publish', `127.0.0.1:${port}:${port}`],
    ['--volume', `${folder}:${folder}:z`],
    ['--entrypoint', name],
  ].flat();
  return { line: [docker, 'run', '--rm', ...options, image, ...serverArguments], environment: process.env };
}

/** The port makes it unique on this machine. */
function containerName(name: ContainerCommand, place: Place): string {
  return `counterfoil-${name}-${place.port}`;
}
