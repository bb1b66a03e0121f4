import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect } from 'chai';
import { readSettings } from '../../shared/settings/settings.ts';

const example = readFileSync('.env.example', 'utf8');

/** What a line says once it is used: `# NAME=value` is how the file leaves a setting out. */
const settings = parseEnv(example.replaceAll(/^# (?=[A-Z_]+=)/gm, ''));

describe('.env.example', () => {
  it('names every setting', () => {
    const files = ['shared/settings/settings.ts', 'shared/settings/traceSettings.ts'];
    const specs = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    const names = specs.match(/^ {2}[A-Z_]+(?=: )/gm) ?? [];

    expect(names).to.have.length.above(5);
    expect(settings).to.include.keys(names.map((name) => name.trim()));
  });

  it('gives the defaults', () => {
    const { DATABASE_URL, REDIS_URL, COUNTERFOIL_SECRET_KEY, COUNTERFOIL_FORMER_SECRET_KEY, ...rest } =
      settings;
    const withoutFiles = Object.fromEntries(Object.entries(rest).filter(([name]) => !name.endsWith('_FILE')));

    expect(readSettings(withoutFiles)).to.deep.equal(readSettings({}));
  });

  it('changes nothing as long as nothing is filled in', () => {
    expect(readSettings(parseEnv(example))).to.deep.equal(readSettings({}));
  });
});
