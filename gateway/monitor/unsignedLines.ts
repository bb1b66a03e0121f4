import type { Events } from '../../shared/runtime/process/events.ts';
import type { Emit } from '../../shared/runtime/process/log.ts';

/** Lines about unsigned requests: per second, and at once after a quiet time. */
const linesPerSecond = 10;
const burst = 300;

const reportMs = 1_000;

/**
 * Bounds what unsigned requests add to the log. Otherwise a few connections would replace all that the log files hold within a
 * minute. Metrics still count every request.
 */
export function limitUnsignedLines(log: Emit): Emit {
  const bucket = new LineBucket();
  let dropped = 0;
  const report = () => {
    log('unsigned_not_logged', { lines: dropped });
    dropped = 0;
  };
  return (event, fields) => {
    const isUnsigned =
      event === 'signature_rejected' || (event === 'request' && (fields as Events['request']).app === '');
    if (!isUnsigned || bucket.take()) return log(event, fields);
    if (dropped === 0) setTimeout(report, reportMs).unref();
    dropped += 1;
  };
}

class LineBucket {
  #lines = burst;
  #filledAt = performance.now();

  take(): boolean {
    const now = performance.now();
    this.#lines = Math.min(burst, this.#lines + ((now - this.#filledAt) / 1_000) * linesPerSecond);
    this.#filledAt = now;
    if (this.#lines < 1) return false;
    this.#lines -= 1;
    return true;
  }
}
