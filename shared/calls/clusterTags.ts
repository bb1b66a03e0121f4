/**
 * In a Redis Cluster, the number that is added to the label of a queue: `{article#59}`. All keys of a queue are in the slot of this
 * tag. The labels alone would put most queues on one of three masters. With these numbers, the tags are spread evenly over the
 * slots, whatever the number of masters: in this order, each one is farther by the golden ratio.
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

/** The label of a tag. */
export function labelOfTag(tag: string): string {
  return tag.split(mark, 1)[0] as string;
}
