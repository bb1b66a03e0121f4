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

/** The label of a tag. */
export function labelOfTag(tag: string): string {
  return tag.split(mark, 1)[0] as string;
}
