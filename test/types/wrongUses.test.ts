import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { LanguageServer } from './languageServer.ts';

const files = ['requests', 'errors', 'contracts'].map((name) => `test/types/${name}.test-d.ts`);
const directive = '// @ts-expect-error ';

/** `@ts-expect-error` takes any error. These tests say that it is the one that was meant. */
describe('wrong use', () => {
  const server = LanguageServer.start();
  const compiled: Promise<unknown>[] = [];
  before(async function () {
    this.timeout(120_000); // the server compiles the whole project first
    await Promise.all(compiled);
  });
  after(async () => (await server).stop());

  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const messages = messagesIn(file, text, server);
    compiled.push(messages);
    for (const [index, line] of text.split('\n').entries()) {
      const [, expected] = line.split(directive);
      if (expected === undefined) continue;
      it(`does not compile: ${text.split('\n')[index + 1]?.trim()}`, async () => {
        expect((await messages).get(index + 1)).to.include(expected);
      });
    }
  }

  it('is at least twenty of the client and ten of contracts', () => {
    const [requests = 0, errors = 0, contracts = 0] = files.map(
      (file) => readFileSync(file, 'utf8').split(directive).length - 1,
    );
    expect(requests + errors).to.be.at.least(20);
    expect(contracts).to.be.at.least(10);
  });
});

/** Resolves to the compiler's messages about each line of a file in which no error is expected. */
async function messagesIn(
  file: string,
  text: string,
  starting: Promise<LanguageServer>,
): Promise<ReadonlyMap<number, string>> {
  const server = await starting;
  server.open(file, text.replaceAll(directive, '// Expected: '));
  const messages = new Map<number, string>();
  for (const { message, range } of await server.errors(file))
    messages.set(range.start.line, `${messages.get(range.start.line) ?? ''}${message}\n`);
  return messages;
}
