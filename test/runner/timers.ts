/** Places at which the timers of this process were started. */
const places = new Map<WeakRef<NodeJS.Timeout>, string>();

const forgotten = new FinalizationRegistry<WeakRef<NodeJS.Timeout>>((timer) => places.delete(timer));

/** Notes from now on where each timer is started. Those of `node:timers/promises` are not seen. */
export function watchTimers(): void {
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const start = globalThis[name];
    const noted = new Proxy(start, {
      apply: (target, caller, args) => {
        const timer = Reflect.apply(target, caller, args) as NodeJS.Timeout;
        note(timer);
        return timer;
      },
    });
    Object.assign(globalThis, { [name]: noted });
  }
}

function note(timer: NodeJS.Timeout): void {
  const reference = new WeakRef(timer);
  places.set(reference, callers());
  forgotten.register(timer, reference);
}

/** The places that started the timer, the innermost first. */
function callers(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 6;
  const { stack = '' } = new Error('a timer is started');
  Error.stackTraceLimit = limit;
  const itself = 4; // the message, and the functions above
  return stack
    .split('\n')
    .slice(itself)
    .map((line) => line.trim())
    .join(' < ');
}

/** Returns the places at which the timers that keep the process from ending were started. */
export function placesOfTimers(): string[] {
  return [...places].filter(([timer]) => isWaiting(timer.deref())).map(([, place]) => place);
}

function isWaiting(timer: NodeJS.Timeout | undefined): boolean {
  // Node has no public name for whether it was cleared.
  const { _destroyed: isOver } = (timer ?? { _destroyed: true }) as { readonly _destroyed?: boolean };
  return isOver !== true && timer?.hasRef() === true;
}
