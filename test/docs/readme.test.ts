import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { commandFolders, findCommand } from '../../servers/system/run.ts';
import { writeDemoFile } from '../../up/demo.ts';
import { cluster } from '../support/cluster.ts';
import { run } from '../support/command.ts';
import { sharedAccount } from '../support/fixtures.ts';
import { Running } from '../support/running.ts';
import { blocksOf } from './documents.ts';
import { shellCommands } from './shellCommands.ts';

const blocks = blocksOf('README.md');
const hasPrograms = ['curl', 'openssl'].every((name) => findCommand(name, commandFolders()));

describe('README.md', () => {
  let settings: Readonly<Record<string, string>>;
  let folder: string;
  const account = sharedAccount();
  before(async () => {
    settings = {
      COUNTERFOIL_URL: (await cluster()).url,
      COUNTERFOIL_APP_ID: account.appId,
      COUNTERFOIL_API_SECRET: account.apiSecret,
    };
    folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-readme-'));
    await mkdir(path.join(folder, '.counterfoil'));
    await writeDemoFile(path.join(folder, '.counterfoil'), settings);
  });
  after(() => rm(folder, { recursive: true }));

  if (hasPrograms)
    it('has a signed request with curl that gets the answer below it', async () => {
      const index = blocks.findIndex(({ text }) => text.includes('curl '));
      const [request, answer] = blocks.slice(index, index + 2);
      const shown = JSON.parse(answer?.text ?? '');

      const { code, stdout, stderr } = await new Running('bash', ['-c', request?.text ?? ''], { cwd: folder })
        .ended;

      expect(code, stderr).to.equal(0);
      const got = JSON.parse(stdout);
      expect(Object.keys(got.data)).to.deep.equal(Object.keys(shown.data));
      expect({ ...got, data: null }).to.deep.equal({ ...shown, data: null });
    });

  it('has calls of `counterfoil call` that succeed', async () => {
    const commands = blocks
      .filter(({ language }) => language === 'sh')
      .flatMap(({ text }) => shellCommands(text));
    const calls = commands.filter(
      ({ words: [program, name] }) => program === 'counterfoil' && name === 'call',
    );
    const withBody = calls.filter(({ words }) => !words.some((word) => word.startsWith('@')));

    expect(withBody).not.to.be.empty;
    for (const { words } of withBody) {
      const { code, stdout, stderr } = await run(words.slice(1), { env: settings });
      expect(code, stdout + stderr).to.equal(0);
    }
  });
});
