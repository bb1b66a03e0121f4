/** Milliseconds between two looks at whether npm is still there. */
const lookMs = 500;

/** Calls `onGone` when this was started by npm or npx, and they are killed or stopped without passing it on. */
export function watchNpm(onGone: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    // The kernel gives orphans a new parent.
    if (process.ppid === parent) return;
    clearInterval(looking);
    onGone();
  }, lookMs);
  looking.unref();
}
