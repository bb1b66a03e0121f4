import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { exampleFiles } from '../../gateway/http/exampleFiles.ts';

const files = Object.values(exampleFiles);

describe('list of the clients of examples/', () => {
  it('has each client', () => {
    const found = readdirSync('examples', { recursive: true, encoding: 'utf8' });
    const clients = found.filter((file) => path.extname(file) && path.dirname(file) !== '.');

    expect(clients.map((file) => path.join('examples', file))).to.have.members(files);
  });

  it('has those of examples/README.md', () => {
    const readme = readFileSync('examples/README.md', 'utf8');
    const linked = [...readme.matchAll(/^\| \[[^\]]*\]\(([^)]*)\)/gm)].map(([, place = '']) => place);

    expect(linked.map((place) => path.join('examples', place))).to.have.members(files);
  });
});
