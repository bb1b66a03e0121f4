import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';

/** A few thousand schedules on a machine without other work; as many as it can in this time on a busy one. */
const limits = ['--schedules', '3000', '--seconds', '5'];

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
