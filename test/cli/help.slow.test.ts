import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { runHosted } from '../support/commandHost.ts';
import type { Ended } from '../support/running.ts';

/** Every command and subcommand: a new one belongs here. */
const commands = [
  '',
  'up',
  'gateway',
  'worker',
  'status',
  'top',
  'queues',
  'pause',
  'resume',
  'request',
  'doctor',
  'backup',
  'restore',
  'verify',
  'migrate',
  'account',
  'account create',
  'account list',
  'account show',
  'account set',
  'account disable',
  'account enable',
  'app',
  'app create',
  'app list',
  'app set',
  'app rotate',
  'app disable',
  'app enable',
  'app revoke',
  'key',
  'key rotate',
  'call',
  'list',
  'import',
];

describe('counterfoil --help', () => {
  const pages = new Map<string, Ended>();
  before(async () => {
    // One after the other, in one process: each start of its own would cost more than all of them.
    for (const command of commands) pages.set(command, await helpOf(command));
  });

  for (const command of commands)
    it(`${command || 'counterfoil'} --help shows how to use it, with an example`, () => {
      const { code, stdout, stderr } = pages.get(command) as Ended;

      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      expect(stdout).to.match(new RegExp(`^Usage: counterfoil ${command}`));
      expect(stdout).to.match(new RegExp(`\nExamples?:\n  .*counterfoil ${command}`));
    });

  it('leaves no command out', () => {
    const parents = [...pages].map(([command, { stdout }]) => [command, commandsOn(stdout)] as const);

    const all = parents.flatMap(([parent, names]) => names.map((name) => `${parent} ${name}`.trim()));

    expect(['', ...all]).to.have.members(commands);
  });

  it('has the version of package.json', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

    expect(await runHosted(['--version'], {})).to.deep.include({
      code: 0,
      stdout: `${version}\n`,
      stderr: '',
    });
  });

  function helpOf(command: string): Promise<Ended> {
    return runHosted([...command.split(' ').filter(Boolean), '--help'], {});
  }

  function commandsOn(page: string): string[] {
    const [, list = ''] = /\nCommands:\n([^]*?)(?:\n\n|$)/.exec(page) ?? [];
    return [...list.matchAll(/^ {2}(\w+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
  }
});
