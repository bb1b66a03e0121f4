#!/usr/bin/env node
// Plain JavaScript: it runs before anything is installed or compiled.
import { setUp } from './setup.js';

if (await setUp(process.argv[2])) await import('../dist/cli/main.js');
