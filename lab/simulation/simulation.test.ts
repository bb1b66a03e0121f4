import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';

/** Limits within which schedules send each statement of a worker; the suite `simulation` runs many more. */
const limits = ['--schedules', '100', '--seconds', '2'];

/** The simulation runs in a process of its own, since it replaces the timers of its process. */
const run = async (...words: readonly string[]) => {
  const program = ['--import', 'tsx', 'lab/simulation/run.ts', ...words];
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { output, code };
};

describe('simulation of the core (runs many schedules)', () => {
  it('finds nothing in schedules of a new seed [one-effect] [answers-lost] [redis-emptied] [deadly-call]', async () => {
    const { output, code } = await run(...limits);

    expect(code, output).to.equal(0);
    expect(output).to.match(/^[1-9][\d,]* schedules in .* none failed$/m);
  }).timeout(60_000);
});
