import { slotOf } from '../redis/client.ts';

/**
 * The number that is added to the label of a queue in a Redis Cluster: `{article#59}`. All keys of a queue are in the slot of this
 * tag. Without the numbers, most queues would be on one of three masters. With them, the tags are spread evenly over the slots, for
 * any number of masters: in this order, each slot is about 0.62 of all slots (the golden ratio) after the one before.
 *
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
};

/** The hash tag of a queue in a Redis Cluster. */
export function clusterTagOf(label: string): string {
  const number = numbers[label];
  return number === undefined ? label : `${label}${mark}${number}`;
}

/** Between label and number; no label contains it. */
const mark = '#';

/** The slots of every Redis Cluster. */
const slots = 16_384;

/** How far the slot of a partition may be from its place. */
const maxDistance = 64;

/** The tags of partitions, which take a search each. */
const tags = new Map<string, string>();

/**
 * The hash tag of a queue's partition, from 1: the label with the first number that leads to a slot near its place. The places
 * are thirds of all slots from the queue's own, then ninths between them: with three partitions, each of three masters has one.
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

/** 1/3, 2/3, 1/9, 4/9, 7/9, 2/9, … (the digits of the number in base 3, in reverse order behind the point). */
function shareOf(partition: number): number {
  return (partition % 3) / 3 + Math.floor(partition / 3) / 9;
}

/** The label of a tag. */
export function labelOfTag(tag: string): string {
  return tag.split(mark, 1)[0] as string;
}
