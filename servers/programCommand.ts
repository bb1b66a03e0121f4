import type { Place } from './embeddedServer.ts';
import { type Program, programEnvironment, programLine } from './programs/program.ts';
import type { Command } from './system/launch.ts';
import { succeeds } from './system/run.ts';

/** The name of the command in an image. A binary needs none. */
export type ContainerCommand = 'mariadbd' | 'mariadb-install-db' | 'mysqld' | 'redis-server';

export function programCommand(
  program: Program,
  name: ContainerCommand,
  serverArguments: readonly string[],
  place: Place,
): Command {
  const { folder, port, systemUser } = place;
  if (program.kind === 'binary')
    return {
      line: programLine(program, serverArguments),
      environment: plain(programEnvironment(program)),
      systemUser,
    };
  const options = [
    ['--name', containerName(name, place)],
    ['--user', `${systemUser.uid}:${systemUser.gid}`],
    ['--publish', `127.0.0.1:${port}:${port}`],
    // The folder has the same path inside and outside, so that arguments work in both.
    ['--volume', `${folder}:${folder}:z`],
    ['--entrypoint', name],
  ].flat();
  return {
    line: [program.docker, 'run', '--rm', ...options, program.image, ...serverArguments],
    environment: plain(process.env),
  };
}

/** Returns the address at which a server must listen so that clients reach it at 127.0.0.1. */
export function listenAddress(program: Program): string {
  return program.kind === 'container' ? '0.0.0.0' : '127.0.0.1';
}

/** A container outlives its docker command if that is killed. */
export async function removeContainer(program: Program, name: ContainerCommand, place: Place): Promise<void> {
  if (program.kind === 'container')
    await succeeds(program.docker, ['rm', '--force', containerName(name, place)]);
}

/** Redis refuses to start in a locale that the machine does not have, and shells often name one. */
function plain(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...environment, LC_ALL: 'C' };
}

/** The port makes the name unique on this machine. */
function containerName(name: ContainerCommand, place: Place): string {
  return `counterfoil-${name}-${place.port}`;
}
