import { readFileSync } from 'node:fs';

const pollMs = 500;

/** Calls `onGone` if npm or npx started this process and has ended without passing a signal on. */
export function watchNpm(onGone: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const first = ancestors();
  const polling = setInterval(() => {
    // The kernel gives orphans a new parent.
    if (ancestors() === first) return;
    clearInterval(polling);
    onGone();
  }, pollMs);
  polling.unref();
}

/** Returns the process ids from the parent up to npm, which may have started this process through a shell. */
function ancestors(): string {
  const { ppid } = process;
  const isShell = /^(?:sh|dash|bash)$/.test(read(`/proc/${ppid}/comm`).trim());
  return isShell ? `${ppid} ${/^PPid:\s*(\d+)/m.exec(read(`/proc/${ppid}/status`))?.[1]}` : `${ppid}`;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
