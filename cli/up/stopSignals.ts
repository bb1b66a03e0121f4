/** Milliseconds between two looks at whether the process that started this one is still there. */
const lookMs = 500;

/** Calls `stop` once: on Ctrl-C, on SIGTERM, or when npm was killed and could not pass it on. A second Ctrl-C ends at once. */
export function onStopSignal(stop: (reason: string) => Promise<void>): void {
  let stopping = false;
  const once = (reason: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    void stop(reason);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => once(signal));
  if (process.env.npm_lifecycle_event) watchParent(() => once('npm is gone'));
}

/** The kernel gives orphans a new parent. */
function watchParent(onGone: () => void): void {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    onGone();
  }, lookMs);
  looking.unref();
}
