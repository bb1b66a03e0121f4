// @early: one of the slowest.
import { expect } from 'chai';
import { compiled } from '../../test/support/command.ts';
import { proxyProgram } from '../../test/support/proxies.ts';
import { DocumentedSet, type Restartable } from './documentedSet.ts';
import { restartUnderLoad } from './restartTrial.ts';

const sound = { failed: [], lost: [], doubled: [], wrong: [] };

if (proxyProgram('haproxy'))
  describe('restarts in the documented set, behind HAProxy, under load (restarts each process)', function () {
    this.timeout(300_000);
    let set: DocumentedSet;
    before(compiled);
    before(async () => {
      set = await DocumentedSet.start('haproxy', 20_000);
    });
    after(() => set.stop());

    /** Restarts each of these once. */
    const restarted = async (parts: readonly Restartable[]) => {
      const left = [...parts];
      const options = { callsPerSecond: 100, calmMs: 1_000, next: () => left.shift() };
      const { calls, restarts, refusals, ...found } = await restartUnderLoad(set, options);
      expect(calls).to.be.above(200);
      expect(restarts).to.have.length(parts.length);
      expect([...refusals]).to.deep.equal([]);
      return found;
    };

    it('of the only worker of a resource fail no call [rolling-restart]', async () => {
      const only = set.parts.filter(({ name }) => name === 'worker customer' || name === 'worker account');

      expect(await restarted(only)).to.deep.equal(sound);
    });

    it('of all processes in turn fail no call [rolling-restart]', async () => {
      expect(await restarted(set.parts)).to.deep.equal(sound);
    });
  });
