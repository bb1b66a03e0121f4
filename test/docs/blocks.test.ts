import { createHash, createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { type Block, blocksOf, documents } from './documents.ts';

/** Tests of every block of a language, in whatever document. */
const byLanguage: Readonly<Record<string, string>> = {
  sh: 'test/docs/commands.slow.test.ts',
  json: 'test/docs/blocks.test.ts',
};

/** Tests that run the blocks of a document, or compare them with the code, by document and language. */
const byDocument: Readonly<Record<string, readonly string[]>> = {
  'README.md sh': ['test/docs/readme.test.ts'],
  'README.md json': ['test/docs/readme.test.ts'],
  'docs/agents.md ini': ['test/cli/mcp.faults.slow.test.ts'],
  'docs/agents.md json': ['test/cli/mcp.faults.slow.test.ts'],
  'docs/api.md js': ['test/docs/webhookReceiver.test.ts'],
  'docs/api.md http': ['test/docs/vectorFile.test.ts'],
  'docs/api.md json': ['test/docs/examples.slow.test.ts'],
  'docs/api.md text': ['test/docs/vectorFile.test.ts'],
  'docs/backup.md ini': ['test/docs/blocks.test.ts'],
  'docs/backup.md sh': [
    'test/deployment/backup.npmStart.slow.test.ts',
    'test/deployment/backup.ownServer.slow.test.ts',
    'lab/containers/backup.ts',
  ],
  'client/package/README.md ts': ['test/client/document.slow.test.ts'],
  'docs/browsers.md ts': ['test/client/document.slow.test.ts'],
  'docs/sync.md ts': ['test/docs/sync.slow.test.ts'],
  'docs/client.md ts': ['test/client/document.slow.test.ts'],
  'docs/deploying.md ini': ['test/docs/blocks.test.ts'],
  'docs/deploying.md text': ['test/deployment/systemd.slow.test.ts'],
  'docs/importing.md text': [
    'test/importer/records/priceChanges.slow.test.ts',
    'test/importer/history/undo.slow.test.ts',
  ],
  'docs/importing.md csv': ['test/importer/documentation.slow.test.ts'],
  'docs/mapping.md json': ['test/importer/documentation.slow.test.ts'],
  'docs/operating.md text': ['test/observe/report/text.test.ts'],
  'docs/signatures.md sh': ['test/docs/signatures.test.ts'],
  'docs/signatures.md text': ['test/docs/blocks.test.ts'],
};

const blocks = documents.flatMap(blocksOf);
const inDocument = (document: string, language: string) =>
  blocks.filter((block) => block.document === document && block.language === language);

describe('blocks of code in documents', () => {
  it('are each looked at by a test', () => {
    const tests = ({ document, language }: Block) =>
      [byLanguage[language] ?? [], byDocument[`${document} ${language}`] ?? []].flat();
    const untested = blocks.filter((block) => tests(block).length === 0);

    expect(untested.map(placeOf), 'add a test of the block to byDocument').to.deep.equal([]);
    const missing = blocks.flatMap(tests).filter((test) => !existsSync(test));
    expect([...new Set(missing)]).to.deep.equal([]);
  });

  for (const block of blocks.filter(({ language }) => language === 'json'))
    it(`${placeOf(block)} is JSON`, () => expect(() => JSON.parse(block.text)).not.to.throw());

  it('docs/backup.md: the option file of the database has the options that its programs read', () => {
    const [options] = inDocument('docs/backup.md', 'ini');
    const names = options?.text.match(/^\w+(?==)/gm);

    expect(options?.text.split('\n')[0]).to.equal('[client]');
    expect(names).to.deep.equal(['host', 'port', 'user', 'password']);
  });

  it('docs/deploying.md: the lines for systemd are those of the unit, for the former key', () => {
    const unit = readFileSync('deploy/systemd/counterfoil-gateway@.service', 'utf8');
    const [added] = inDocument('docs/deploying.md', 'ini');
    const lines = added?.text.trimEnd().split('\n') ?? [];

    const ofPresentKey = lines.map((line) => line.replaceAll('former_', '').replaceAll('FORMER_', ''));
    expect(lines).to.have.length(3);
    expect(ofPresentKey.filter((line) => !unit.includes(line.replace(/^Environment=/, '')))).to.deep.equal(
      [],
    );
  });

  const [signed] = inDocument('docs/signatures.md', 'text');
  if (signed)
    it('docs/signatures.md: the lines that are signed give the signature of its table', () => {
      const value = tableOf('docs/signatures.md');
      const lines = signed.text
        .trimEnd()
        .split('\n')
        .map((line) => {
          if (line.startsWith('the Idempotency-Key')) return '';
          if (line.startsWith('the operation')) return value('operation');
          if (line.startsWith('the SHA-256')) return createHash('sha256').update(value('body')).digest('hex');
          return value(line) || line;
        });

      const signature = createHmac('sha256', key(value('API secret')))
        .update(lines.join('\n'))
        .digest('base64');
      expect(signature).to.equal(value('signature'));
    });
});

function placeOf({ document, line, language }: Block): string {
  return `${document}:${line} (${language})`;
}

/** The second column of the tables of a document, by the first. */
function tableOf(document: string): (name: string) => string {
  const rows = readFileSync(document, 'utf8').matchAll(/^\| `?([^`|]+?)`? \| `([^`]+)`/gm);
  const values = new Map([...rows].map(([, name = '', value = '']) => [name, value]));
  return (name) => values.get(name) ?? '';
}

/** HKDF in two steps, as the document describes it. */
function key(secret: string): Buffer {
  const prk = createHmac('sha256', 'counterfoil').update(secret).digest();
  const derived = createHmac('sha256', prk).update('svc-v2').update(Buffer.of(1)).digest();
  return derived;
}
