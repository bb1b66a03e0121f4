// Preloaded into a process: at its end it tells how large its heap may grow, in megabytes.
process.once('exit', () => {
  const { heap_size_limit: bytes } = require('node:v8').getHeapStatistics();
  require('node:fs').writeSync(2, `heap of ${process.pid}: ${Math.round(bytes / 1_048_576)}\n`);
});
