/** A call on one object, as its client saw it. Times are milliseconds of one monotonic clock. */
export interface Timed {
  readonly begin: number;
  /**
   * Time of its answer; infinite if none came: then it may have happened at any time after its begin, or
   * never.
   */
  readonly end: number;
}

/** Behaviour of an object that runs one call at a time. */
export interface Model<State, Operation> {
  readonly initial: State;
  /** The state after the call; undefined if the call can't have had this answer in this state. */
  readonly step: (state: State, operation: Operation) => State | undefined;
  /** Returns the same text for states that behave alike. */
  readonly keyOf: (state: State) => string;
}

/** `violation`: no order of the calls explains their answers. `undecided`: too many orders to look at. */
export type Finding<Operation> =
  | { readonly kind: 'linearizable' }
  | { readonly kind: 'undecided' }
  | {
      readonly kind: 'violation';
      /** The last calls of the longest explanation, and those of which none can follow. */
      readonly explained: readonly Operation[];
      readonly stuck: readonly Operation[];
    };

/** Limit of visited states, far above what a correct history needs. */
const maxStates = 1_000_000;

const shownBefore = 3;

/** A visited state of the search: the calls that have happened, in which order, and the state after them. */
interface Node<State> {
  readonly state: State;
  /** All calls before this one have happened, and those of later ones that `later` names. */
  readonly next: number;
  readonly later: readonly number[];
  readonly order: Order | undefined;
  readonly depth: number;
}

interface Order {
  readonly index: number;
  readonly before: Order | undefined;
}

/**
 * Tests whether the calls can be put into an order that explains all answers, in which no call comes before one that had ended
 * when it began. The search is that of Wing and Gong, with the memory of Lowe: the same calls with the same state are looked at
 * once ("Testing for linearizability", Concurrency and Computation 29, 2017).
 */
export function linearize<State, Operation extends Timed>(
  history: readonly Operation[],
  model: Model<State, Operation>,
  limit = maxStates,
): Finding<Operation> {
  const calls = history.toSorted((one, other) => one.begin - other.begin);
  const root: Node<State> = { state: model.initial, next: 0, later: [], order: undefined, depth: 0 };
  const open = [root];
  const seen = new Set<string>();
  let deepest = root;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isExplained(node, calls)) return { kind: 'linearizable' };
    if (node.depth > deepest.depth) deepest = node;
    // The first candidate is the oldest call, which is most often right: it goes on top of the stack.
    for (const index of candidates(node, calls).toReversed()) {
      const state = model.step(node.state, calls[index] as Operation);
      if (state === undefined) continue;
      const following = after(node, index, state);
      const key = `${following.next} ${following.later.join()} ${model.keyOf(state)}`;
      if (seen.has(key)) continue;
      if (seen.size === limit) return { kind: 'undecided' };
      seen.add(key);
      open.push(following);
    }
  }
  return violation(deepest, calls);
}

/** Calls without an answer may never have happened. */
function isExplained<State>({ next, later }: Node<State>, calls: readonly Timed[]): boolean {
  for (let index = next; index < calls.length; index += 1)
    if (calls[index]?.end !== Number.POSITIVE_INFINITY && !later.includes(index)) return false;
  return true;
}

/** The calls that may be the next one: they began before any of the others had ended. */
function candidates<State>({ next, later }: Node<State>, calls: readonly Timed[]): readonly number[] {
  const found: number[] = [];
  let firstEnd = Number.POSITIVE_INFINITY;
  for (let index = next; index < calls.length; index += 1) {
    const { begin, end } = calls[index] as Timed;
    if (begin > firstEnd) break;
    if (later.includes(index)) continue;
    found.push(index);
    firstEnd = Math.min(firstEnd, end);
  }
  return found;
}

function after<State>({ next, later, order, depth }: Node<State>, index: number, state: State): Node<State> {
  const happened = new Set([...later, index]);
  let following = next;
  while (happened.delete(following)) following += 1;
  return {
    state,
    next: following,
    later: [...happened].toSorted((one, other) => one - other),
    order: {
      index,
      before: order,
    },
    depth: depth + 1,
  };
}

function violation<State, Operation extends Timed>(
  deepest: Node<State>,
  calls: readonly Operation[],
): Finding<Operation> {
  const explained: Operation[] = [];
  for (let order = deepest.order; order && explained.length < shownBefore; order = order.before)
    explained.unshift(calls[order.index] as Operation);
  const stuck = candidates(deepest, calls).map((index) => calls[index] as Operation);
  return { kind: 'violation', explained, stuck };
}
