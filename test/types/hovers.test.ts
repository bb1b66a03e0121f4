import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { LanguageServer } from './languageServer.ts';

const file = 'test/types/hovers.test-d.ts';

describe('an editor', () => {
  let server: LanguageServer;
  before(async function () {
    this.timeout(120_000); // the server compiles the whole project first
    server = await LanguageServer.start();
    server.open(file);
    await server.errors(file);
  });
  after(() => server.stop());

  let codeLine = 0;
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    const [, mark, expected] = /^( *\/\/ +)\^\? (.*)$/.exec(line) ?? [];
    if (mark === undefined || expected === undefined) {
      codeLine = index;
      continue;
    }
    const hoveredLine = codeLine;
    it(`shows ${expected}`, async () => {
      const shown = (await server.hover(file, hoveredLine, mark.length)).replaceAll(/\s+/g, ' ');

      expect(shown.slice(0, expected.length)).to.equal(expected);
    });
  }

  it('shows what each operation does, with an example', async () => {
    const text = 'service.address.exists';
    const lines = readFileSync(file, 'utf8').split('\n');
    const index = lines.findIndex((line) => line.includes(text));
    const shown = await server.hover(file, index, (lines[index] ?? '').indexOf(text) + text.length - 1);

    expect(shown).to.include('Resolves to whether a delivery address exists.');
    expect(shown).to.include('const exists = await service.address.exists({');
  });
});
