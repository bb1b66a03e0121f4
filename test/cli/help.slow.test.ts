import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { runHosted } from '../support/commandHost.ts';
import type { Ended } from '../support/running.ts';

describe('counterfoil --help', () => {
  const pages = new Map<string, Ended>();
  before('reads the page of every command', async () => {
    // One after the other, in one process: each start of its own would cost more than all of them.
    const commands = [''];
    for (const command of commands) {
      const page = await runHosted([...command.split(' ').filter(Boolean), '--help'], {});
      pages.set(command, page);
      commands.push(...commandsOn(page.stdout).map((name) => `${command} ${name}`.trim()));
    }
  });

  it('shows how to use every command, with an example', () => {
    expect(pages.size, 'commands').to.equal(45);
    for (const [command, { code, stdout, stderr }] of pages) {
      expect({ code, stderr }, command).to.deep.equal({ code: 0, stderr: '' });
      expect(stdout).to.match(new RegExp(`^Usage: counterfoil ${command}`));
      expect(stdout).to.match(new RegExp(`\nExamples?:\n  .*counterfoil ${command}`));
    }
  });

  it('has the version of package.json', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

    expect(await runHosted(['--version'], {})).to.deep.include({
      code: 0,
      stdout: `${version}\n`,
      stderr: '',
    });
  });
});

function commandsOn(page: string): string[] {
  const [, list = ''] = /\nCommands:\n([^]*?)(?:\n\n|$)/.exec(page) ?? [];
  return [...list.matchAll(/^ {2}([\w-]+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
}
