import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { schedules } from './schedule.ts';
import { simulate } from './simulate.ts';
import { SimulatedTime } from './time.ts';
