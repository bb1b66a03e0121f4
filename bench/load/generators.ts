import { autocannon } from './autocannon.ts';
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
