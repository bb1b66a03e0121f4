import { findCommand } from '../system/commands.ts';
import { errorText, run, succeeds } from '../system/run.ts';
import type { Programs, Search, ServerName } from './program.ts';

/** Named by digest, since the image of a tag changes. docs/containers.md says how to update them. */
const images = {
  MariaDB: 'mariadb:10.11@sha256:de61fed4a40d3842f3ee09944ba52792156cfd9adf489b2cc670fc6ded28df8d',
  MySQL: 'mysql:8.4@sha256:b3b90af2a6552ae30c266fdb7d5dd55f3afb72404bb78d37fe8a23eb857fd3fb',
  Redis: 'redis:7@sha256:71da9275c5f3fcb97d0fa0c8c5b36cc995327265420f17a04bfd544f458059f7',
} satisfies Record<ServerName, string>;

/** Offers containers only if an engine answers: the `docker` command alone is not enough. */
export async function containerPrograms(missing: readonly ServerName[], search: Search): Promise<Programs> {
  const docker = findCommand('docker', search.commandFolders);
  if (!docker || !(await succeeds(docker, ['info'], { timeout: 10_000 }))) return {};
  const found: Programs = {};
  for (const name of missing) {
    const image = images[name];
    if (await isPulled(docker, image, search.progress)) found[name] = { kind: 'container', docker, image };
  }
  return found;
}

/** Pulls the image now, since the start of a server has a time limit. */
async function isPulled(docker: string, image: string, progress: (line: string) => void): Promise<boolean> {
  if (await succeeds(docker, ['image', 'inspect', image])) return true;
  progress(`Pulling the image ${image} (first start only)`);
  try {
    await run(docker, ['pull', '--quiet', image]);
    return true;
  } catch (error) {
    progress(`Pulling the image failed: ${errorText(error)}`);
    return false;
  }
}
