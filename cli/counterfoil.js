#!/usr/bin/env node
// Plain JavaScript: it runs before anything is installed or compiled. It keeps to what Node 12 can parse, since older
// Debian and Ubuntu releases install that: whoever has it is told so, instead of being shown a SyntaxError.
import { refusesNode } from './nodeRelease.js';

if (!refusesNode()) void run();

async function run() {
  const { setUp } = await import('./setup.js');
  if (await setUp(process.argv[2])) await import('../dist/cli/main.js');
}
