import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { run } from '../../../servers/system/run.ts';
import { installedVersion } from '../support/installed.ts';
import type { Generator } from './load.ts';
import { wrk } from './wrk.ts';
import { findWrk } from './wrkProgram.ts';

/** Prefers wrk, which takes the least CPU from the systems, to autocannon. Throws when wrk is wanted but unavailable. */
export async function chosenGenerator(wanted?: 'wrk' | 'autocannon'): Promise<Generator> {
  if (wanted === 'autocannon') return autocannon();
  const program = await findWrk();
  if (!program && wanted === 'wrk') throw new Error('wrk can not be had here');
  return program ? wrk(program) : autocannon();
}

const autocannonProgram = fileURLToPath(new URL('autocannonLoad.js', import.meta.url));

/** Runs autocannon in a process of its own, on machines without wrk. Check it first when figures look low. */
function autocannon(): Generator {
  return {
    name: `autocannon ${installedVersion('autocannon')}`,
    prepare: (requests, file) => writeFile(file, JSON.stringify(requests)),
    run: async (load) => JSON.parse(await run(process.execPath, [autocannonProgram, JSON.stringify(load)])),
  };
}
