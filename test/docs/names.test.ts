import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { blocksOf, documents, filesEnding, inlineCodeOf } from './documents.ts';
import { sourceOf } from './knownPrograms.ts';

/** Names that documents make up, to show how a new operation is added. */
const madeUp = /article\.archive/;

/** Names for values that the reader has. */
const placeholders = new Set([
  'APP_ID',
  'WEBHOOK_IDENT',
  'DELIVERY_ID',
  'KEY_ID',
  'API_SECRET',
  'ACCOUNT_IDENT',
  'TIME_ZONE',
  'RETRY_AFTER',
  'REQUEST_ID',
]);

const folders = readdirSync('.', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !/^\.|^(?:node_modules|secrets|dist)$/.test(entry.name))
  .map(({ name }) => name);
const pathForm = new RegExp(`(?<![\\w./@-])(?:\\./)?((?:${folders.join('|')})/[\\w@.*/{}-]*)`, 'g');

const sources = filesEnding('.ts', '.js', '.cjs', '.yml', '.json', '.example', '.sh', '.sql', '.service');
const baseNames = new Set(sources.map((file) => path.posix.basename(file)));
const text = sources
  .filter((file) => !file.startsWith('test/docs/') && !file.startsWith('lab/bench/results/'))
  .map((file) => readFileSync(file, 'utf8'))
  .concat(readFileSync('deploy/make-secrets', 'utf8'), readFileSync('Dockerfile', 'utf8'))
  .join('\n');

describe('names in documents', () => {
  for (const document of documents) {
    const code = [...inlineCodeOf(document), ...blocksOf(document).map((block) => block.text)];

    it(`${document}: paths exist`, () => {
      const named = code.flatMap((part) => [...part.matchAll(pathForm)].map(([, file = '']) => file));

      expect(named.filter((file) => !isThere(file) && !madeUp.test(file))).to.deep.equal([]);
    });

    it(`${document}: source files exist`, () => {
      const named = code.flatMap((part) => /^[\w.-]+\.(?:ts|cjs)$/.exec(part) ?? []);

      expect(named.filter((file) => !baseNames.has(file) && !madeUp.test(file))).to.deep.equal([]);
    });

    it(`${document}: settings exist`, () => {
      const named = code.flatMap((part) => part.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []);
      const unknown = new Set(named.filter((name) => !placeholders.has(name)));

      expect([...unknown].filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).to.deep.equal([]);
    });
  }
});

/** True if there is such a file or folder; `*` stands for any name, `{one,two}` for each of them. */
function isThere(name: string): boolean {
  const file = sourceOf(name.replace(/[.,]+$/, ''));
  if (!/[*{]/.test(file)) return existsSync(file);
  const folder = path.posix.dirname(file);
  if (/[*{]/.test(folder) || !existsSync(folder)) return false;
  const form = path.posix
    .basename(file)
    .replaceAll('.', '\\.')
    .replaceAll('*', '.*')
    .replaceAll(/\{.*\}/g, '.*');
  return readdirSync(folder).some((entry) => new RegExp(`^${form}$`).test(entry));
}
