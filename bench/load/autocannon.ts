import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { run } from '../../standalone/system/run.ts';
import { installedVersion } from '../support/installed.ts';
import type { Generator } from './load.ts';

const program = fileURLToPath(new URL(`autocannonLoad.js`, import.meta.url));

/** Runs autocannon in a process of its own, on machines without wrk. Check it first when figures look low. */
export function autocannon(): Generator {
  return {
    name: `autocannon ${installedVersion('autocannon')}`,
    prepare: (requests, file) => writeFile(file, JSON.stringify(requests)),
    run: async (load) => JSON.parse(await run(process.execPath, [program, JSON.stringify(load)])),
  };
}
