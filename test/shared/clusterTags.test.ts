import { expect } from 'chai';
import { slotOf } from '../../shared/runtime/redis/client.ts';
import {
  labelOf,
  maintenanceQueue,
  partitionName,
  type QueueId,
  queueLabel,
  queueName,
  queuesOf,
} from '../../shared/wire/queues.ts';

const slots = 16_384;
const inCluster = { isCluster: true };

/** Returns which of so many masters has the queue, if each has an equal range of slots. */
function masterOf(name: string, masters = 3): number {
  return Math.floor((slotOf(name) * masters) / slots);
}

describe('names of queues', () => {
  const queues = queuesOf();
  const names = [...queues.map((queue) => queueName(queue, inCluster)), maintenanceQueue(inCluster)];
  const masterOfQueue = (queue: QueueId) => masterOf(queueName(queue, inCluster));

  it('are the labels on a single Redis', () => {
    const ofServer = queues.map((queue) => queueName(queue, { isCluster: false }));

    expect(ofServer).to.deep.equal(queues.map((queue) => `{${queueLabel(queue)}}`));
    expect(maintenanceQueue({ isCluster: false })).to.equal('{maintenance}');
  });

  it('have a number in a cluster, and their label can be read from them', () => {
    for (const name of names) expect(name).to.match(/^\{[a-z.]+#\d+\}$/);
    expect(names.map(labelOf)).to.deep.equal([...queues.map(queueLabel), 'maintenance']);
  });

  for (const masters of [2, 3, 4, 5, 6])
    it(`spread the queues over ${masters} masters`, () => {
      const counts = Array.from({ length: masters }, () => 0);
      for (const name of names) counts[masterOf(name, masters)] = (counts[masterOf(name, masters)] ?? 0) + 1;

      expect(Math.max(...counts)).to.be.at.most(Math.ceil(names.length / masters) + 1);
      expect(Math.min(...counts)).to.be.at.least(1);
    });

  for (const masters of [3, 9])
    it(`give each of ${masters} masters one of ${masters} partitions of a queue`, () => {
      for (const queue of queues) {
        const partitions = Array.from({ length: masters }, (_, index) =>
          partitionName(queue, index, inCluster),
        );

        expect(partitions[0]).to.equal(queueName(queue, inCluster));
        expect(partitions.map(labelOf)).to.deep.equal(partitions.map(() => queueLabel(queue)));
        expect(new Set(partitions.map((name) => masterOf(name, masters))).size).to.equal(masters);
      }
    });

  it('put the busiest queues on three masters, and none with its bulk lane', () => {
    const busy = (['article', 'customer', 'address'] as const).map((resource) => {
      const [single, bulk] = [
        masterOfQueue({ resource, lane: 'interactive' }),
        masterOfQueue({ resource, lane: 'bulk' }),
      ];
      expect(single).to.not.equal(bulk);
      return single;
    });

    expect(new Set(busy).size).to.equal(3);
  });
});
