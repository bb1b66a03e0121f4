/** Functions in the order in which a call entered them, as `FILE#NAME@PLACE`. */
export type Recorded = readonly string[];

/** Folders and files that only watch a call: metrics, status, traces, logs. */
const observers = [
  'gateway/apps/accountTally.ts',
  'gateway/http/requestLog.ts',
  'gateway/http/verbs.ts',
  'gateway/monitor/',
  'shared/runtime/metrics/',
  'shared/runtime/process/',
  'shared/wire/status/',
  'shared/runtime/traces/',
  'workers/database/statementTimes.ts',
  'workers/monitor/',
  'workers/sets/busyTime.ts',
];

/** Folders and files that know nothing of calls: values, names, times. */
const helpers = [
  'shared/wire/queues.ts',
  'shared/contract/input/',
  'shared/contract/keys/',
  'shared/secrets/',
  'shared/contract/operations/',
  'shared/runtime/redis/clock.ts',
  'shared/contract/resources/',
  'shared/contract/values/',
  'workers/operationHelpers/storedValues.ts',
  'workers/stores/insertRows.ts',
  'workers/stores/scope.ts',
  'workers/stores/time.ts',
];

/** Folders and files of work that a change sets off, beside the call and after it. */
const followers = [
  'shared/wire/notificationReading.ts',
  'workers/maintenance/',
  'workers/stores/queryIndex',
  'workers/stores/webhookDeliveries.ts',
  'workers/webhooks/',
];

const isOfCall = (name: string) => !followers.some((prefix) => name.startsWith(prefix));

const isStory = (file: string) => ![...observers, ...helpers].some((prefix) => file.startsWith(prefix));

/** The way of a call through the product. */
export class Trace {
  readonly functions: ReadonlySet<string>;
  readonly files: number;
  /** Files without observers and helpers, in the order in which the call first entered them. */
  readonly story: readonly string[];
  /** Number of times that the call entered each file of the story, from another one or from an event. */
  readonly #entries: ReadonlyMap<string, number>;

  /** Reads several runs of a call: what not all of them did belongs to timers. */
  constructor(recorded: readonly Recorded[]) {
    const runs = recorded.map((run) => run.filter(isOfCall));
    const [first = [], ...others] = runs.map((run) => new Set(run));
    this.functions = new Set([...first].filter((name) => others.every((run) => run.has(name))));
    const files = [...new Set([...this.functions].map(fileOf))];
    this.files = files.length;
    this.story = files.filter(isStory);
    const counts = runs.map((run) => entriesOf(run.filter((name) => this.functions.has(name)).map(fileOf)));
    this.#entries = new Map(
      this.story.map((file) => [file, Math.min(...counts.map((count) => count.get(file) ?? 0))]),
    );
  }

  get gatewayStory(): readonly string[] {
    return this.story.filter((file) => file.startsWith('gateway/'));
  }

  /** Files of the gateway's story that the call enters more than once. */
  get enteredAgain(): readonly string[] {
    return this.gatewayStory.filter((file) => (this.#entries.get(file) ?? 0) > 1);
  }
}

function fileOf(name: string): string {
  return name.slice(0, name.indexOf('#'));
}

/** A call that asks a helper does not leave the file that it is in. */
function entriesOf(files: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  let before = '';
  for (const file of files.filter(isStory)) {
    if (file !== before) counts.set(file, (counts.get(file) ?? 0) + 1);
    before = file;
  }
  return counts;
}
