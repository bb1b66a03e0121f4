#!/usr/bin/env node
// Plain JavaScript: it runs before anything is installed or compiled. Node 12, which older Debian and Ubuntu releases install,
// must be able to parse it: it then prints that this release is too old, instead of a SyntaxError.
import { refusesNode } from './nodeRelease.js';

if (!refusesNode()) void run();

async function run() {
  const { setUp } = await import('./setup.js');
  if (await setUp(process.argv[2])) await import('../dist/cli/main.js');
}
