// Preloaded into roles: SIGUSR2 blocks the event loop, as an endless loop would; SIGPWR fills the heap until Node ends.
process.on('SIGUSR2', () => {
  for (;;);
});
process.on('SIGPWR', () => {
  const kept = [];
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, at) => `${at}`));
});
