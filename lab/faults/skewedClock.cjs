// Preloaded into a process: moves the clock of its host ahead, by CLOCK_SKEW_MS or by the seconds that CLOCK_SKEW_FILE says at the moment.
const { readFileSync } = require('node:fs');

const { CLOCK_SKEW_MS, CLOCK_SKEW_FILE } = process.env;
let skewMs = Number(CLOCK_SKEW_MS ?? 0);
const read = () => {
  skewMs = Number(readFileSync(CLOCK_SKEW_FILE, 'utf8')) * 1_000;
};
if (CLOCK_SKEW_FILE) {
  read();
  setInterval(read, 20).unref();
}
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + skewMs);
    else super(...parts);
  }
  static now() {
    return RealDate.now() + skewMs;
  }
};
