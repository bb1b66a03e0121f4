import { expect } from 'chai';
import type { Finding } from '../../admin/findings.ts';
import { runHosted } from '../support/commandHost.ts';
import { newTeaDatabase, type TeaDatabase, through } from '../support/teas.ts';

describe('counterfoil doctor of a distant database', () => {
  let database: TeaDatabase;
  before(async () => {
    database = await newTeaDatabase('distant');
    database.proxy.answerDelayMs = 8;
  });
  after(() => database.drop());

  it('asks for a proxy or tunnel where the server seems to be on this machine', async () => {
    const url = through(database.proxy, database.own.url);

    const { stdout } = await runHosted(['doctor', '--json'], { DATABASE_URL: url });

    const { checks } = JSON.parse(stdout) as { readonly checks: readonly Finding[] };
    const trip = checks.find(({ check }) => check === 'database round trip');
    expect(trip).to.include({ state: 'warn' });
    expect(trip?.remedy).to.match(/^if a proxy or tunnel leads to the server, /);
  });
});
