import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { type Ended, Running } from '../support/running.ts';

describe('cli/nodeRelease.js', () => {
  for (const version of ['20.19.0', '20.20.2', '22.12.0', '22.23.3', '24.0.0', '26.10.0'])
    it(`takes Node ${version}`, async () => {
      expect(await looksAt(version)).to.include({ code: 0, stderr: '' });
    });

  for (const version of ['12.22.9', '18.20.8', '20.9.0', '20.18.3', '21.7.3', '22.11.0'])
    it(`refuses Node ${version}, and names the releases that are supported`, async () => {
      const { code, stderr } = await looksAt(version);

      expect(code).to.equal(1);
      expect(stderr).to.equal(
        `counterfoil: Node ${version} (${process.execPath}) is not supported: install Node 20.19, or 22.12 or newer, for example from https://nodejs.org\n`,
      );
    });

  it("is imported before anything that Node 12 can't parse", async () => {
    const imports = (await readFile('cli/counterfoil.js', 'utf8')).match(/^import .*/gm);

    expect(imports).to.deep.equal(["import { refusesNode } from './nodeRelease.js';"]);
  });
});

function looksAt(version: string): Promise<Ended> {
  const script = `import('./cli/nodeRelease.js').then(({ refusesNode }) => refusesNode('${version}'))`;
  return new Running(process.execPath, ['-e', script]).ended;
}
