import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect } from 'chai';
import { withSettingLines } from '../../docs/generate/operatingTables.ts';
import { readSettings } from '../../shared/runtime/settings/settings.ts';

const example = readFileSync('.env.example', 'utf8');

describe('.env.example', () => {
  it('has the present settings', () => {
    const isUpToDate = withSettingLines(example) === example;

    expect(isUpToDate, '.env.example is out of date: run npm run docs').to.equal(true);
  });

  it('changes nothing as long as nothing is filled in', () => {
    expect(readSettings(parseEnv(example))).to.deep.equal(readSettings({}));
  });
});
