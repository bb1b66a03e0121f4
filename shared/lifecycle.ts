type Stop = () => unknown;

/** Every start registers its stop here; stops run in reverse order, each bounded in time. */
export class Lifecycle {
  readonly #stops: { readonly name: string; readonly stop: Stop; readonly limitMs: number }[] = [];
  #stopping: Promise<void> | undefined;
  readonly #onOverrun: (name: string) => void;

  constructor(onOverrun: (name: string) => void = () => {}) {
    this.#onOverrun = onOverrun;
  }

  /** Registers how to stop what was just started; `limitMs` is how long that may take. */
  onStop(name: string, stop: Stop, limitMs = 2_000): void {
    this.#stops.push({ name, stop, limitMs });
  }

  /** Stops everything; safe to call twice. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  }

  async #stopAll(): Promise<void> {
    for (const { name, stop, limitMs } of this.#stops.toReversed()) {
      const inTime = await within(limitMs, Promise.resolve().then(stop));
      if (!inTime) this.#onOverrun(name);
    }
  }
}

/** Whether the work ended well within the limit. It goes on, unwatched, when it did not. */
async function within(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, limitMs, false);
  });
  const done = work.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([done, limit]);
  } finally {
    clearTimeout(timer);
  }
}
