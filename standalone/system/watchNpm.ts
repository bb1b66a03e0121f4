import { readFileSync } from 'node:fs';

/** Milliseconds between two looks at whether npm is still there. */
const pollMs = 500;

/** Calls `onGone` when this was started by npm or npx, and they are killed or stopped without passing it on. */
export function watchNpm(onGone: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const line = lineToNpm();
  const looking = setInterval(() => {
    // The kernel gives orphans a new parent.
    if (lineToNpm() === line) return;
    clearInterval(looking);
    onGone();
  }, pollMs);
  looking.unref();
}

/** The processes up to npm, which may have put a shell between. */
function lineToNpm(): string {
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
