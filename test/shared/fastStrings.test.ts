import { spawnSync } from 'node:child_process';
import { expect } from 'chai';

const program = 'await import(process.argv[1]); console.log(%HasFastProperties(String.prototype));';

/** True if V8 can inline the methods of strings in a process that imports the module. */
function areFastAfter(module: string): boolean {
  const words = ['--allow-natives-syntax', '--import', 'tsx', '--input-type=module', '-e', program, module];
  return JSON.parse(spawnSync(process.execPath, words, { encoding: 'utf8' }).stdout);
}

describe('methods of strings', () => {
  it('are fast in a process that uses Redis, although ioredis alone makes them slow', () => {
    expect(areFastAfter('ioredis')).to.equal(false);
    expect(areFastAfter('./shared/runtime/redis/client.ts')).to.equal(true);
  });
});
