import {
  type Binary,
  type Container,
  type Program,
  programEnvironment,
  programLine,
} from '../programs/program.ts';
import type { Command } from '../system/launch.ts';
import { succeeds } from '../system/run.ts';
import type { Place } from './types.ts';

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

function binaryCommand(program: Binary, serverArguments: readonly string[], { account }: Place): Command {
  return {
    line: programLine(program, serverArguments),
    environment: plain(programEnvironment(program)),
    account,
  };
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
  return {
    line: [docker, 'run', '--rm', ...options, image, ...serverArguments],
    environment: plain(process.env),
  };
}

/** Redis refuses to start in a locale that the machine does not have, and shells often name one. */
function plain(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...environment, LC_ALL: 'C' };
}

/** The port makes it unique on this machine. */
function containerName(name: ContainerCommand, place: Place): string {
  return `counterfoil-${name}-${place.port}`;
}
