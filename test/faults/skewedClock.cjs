// Preloaded into a process: its host's clock is so many milliseconds ahead.
const skewMs = Number(process.env.CLOCK_SKEW_MS);
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
