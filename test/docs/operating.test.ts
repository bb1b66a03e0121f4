import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { withEventTables, withSettingTable } from '../../docs/generate/operatingTables.ts';
import { withScalingTable } from '../../docs/generate/scalingTable.ts';
import { eventTexts } from '../../docs/generate/texts/eventTexts.ts';
import { events } from '../../shared/runtime/process/events.ts';

const page = readFileSync('docs/operating.md', 'utf8');

describe('docs/operating.md', () => {
  it('has the tables of settings and log events', () => {
    const isUpToDate = withEventTables(withSettingTable(page)) === page;

    expect(isUpToDate, 'docs/operating.md is out of date: run npm run docs').to.equal(true);
  });

  it('names every event of the log, with its level', () => {
    for (const [name, { level }] of Object.entries(events))
      expect(page).to.include(`| \`${name}\` | ${level} |`);
    expect(Object.keys(eventTexts)).to.have.members(Object.keys(events));
  });
});

describe('docs/scaling.md', () => {
  it('has the fields of /scaling', () => {
    const scaling = readFileSync('docs/scaling.md', 'utf8');

    expect(
      withScalingTable(scaling) === scaling,
      'docs/scaling.md is out of date: run npm run docs',
    ).to.equal(true);
  });
});
