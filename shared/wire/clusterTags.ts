import { slotOf } from '../runtime/redis/client.ts';

/**
 * Numbers that are added to the label of a queue in a Redis Cluster: `{article#59}`. All keys of a queue are in the slot of
 * this tag. Without the numbers, most queues would be on one of three masters. They spread the tags evenly over the slots
 * for any number of masters: in this order, each slot is about 0.62 of all slots (the golden ratio) after the previous one.
 * Never change a number: during an upgrade, gateways and workers of two releases must use the same queues.
 */
const numbers: Readonly<Record<string, number>> = {
  article: 59,
  customer: 16,
  address: 33,
  account: 72,
  'article.bulk': 4,
  changes: 29,
  'address.bulk': 12,
  'customer.bulk': 142,
  order: 23,
  'changes.bulk': 29,
  maintenance: 51,
  webhook: 52,
  webhooks: 111,
};

export function clusterTagOf(label: string): string {
  const number = numbers[label];
  return number === undefined ? label : `${label}${mark}${number}`;
}

const mark = '#';

const slots = 16_384;

/** Maximum distance between the slot of a partition and its ideal place. */
const maxDistance = 64;

const tags = new Map<string, string>();

/**
 * Hash tag of a queue's partition, counted from 1: the label with the first number whose slot is near the ideal place. The
 * places are thirds of all slots, counted from the queue's own slot, then ninths between them: with three partitions, each
 * of three masters has one.
 */
export function clusterTagOfPartition(label: string, partition: number): string {
  const name = `${label}.${partition}`;
  const tag =
    tags.get(name) ?? tagNear(name, slotOf(`{${clusterTagOf(label)}}`) + slots * shareOf(partition));
  tags.set(name, tag);
  return tag;
}

function tagNear(name: string, place: number): string {
  for (let number = 0; ; number += 1) {
    const tag = `${name}${mark}${number}`;
    const distance = Math.abs(slotOf(`{${tag}}`) - (place % slots));
    if (Math.min(distance, slots - distance) <= maxDistance) return tag;
  }
}

/** Returns 1/3, 2/3, 1/9, 4/9, 7/9, 2/9, …: the base-3 digits of the number in reverse order, as a fraction. */
function shareOf(partition: number): number {
  return (partition % 3) / 3 + Math.floor(partition / 3) / 9;
}

export function labelOfTag(tag: string): string {
  return tag.split(mark, 1)[0] as string;
}
