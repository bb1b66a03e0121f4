import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { withEventTables, withSettingTable } from '../../docs/generate/operatingTables.ts';
import { eventTexts } from '../../docs/generate/texts/eventTexts.ts';
import { bottlenecks } from '../../observe/diagnosis/diagnosis.ts';
import { scaledRoles, scaling } from '../../observe/diagnosis/scaling.ts';
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
  it('has the fields of /scaling, their roles and bottlenecks', () => {
    const answer = scaling([], 1_000);
    const { inputs, ...need } = answer.queues['article'] ?? { inputs: {} };
    const fields = [answer, need, inputs].flatMap((part) => Object.keys(part));

    const [, table = ''] =
      /\| field \| meaning \|\n(.*?)\n\n/s.exec(readFileSync('docs/scaling.md', 'utf8')) ?? [];
    const rows = [...table.matchAll(/^\| `(?:inputs\.)?(\w+)` \|/gm)].map(([, field]) => field);
    expect(rows).to.have.members(fields);
    for (const name of [...scaledRoles, ...bottlenecks]) expect(table).to.include(`\`${name}\``);
  });
});
