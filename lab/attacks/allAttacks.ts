import { appAttacks } from './appAttacks.ts';
import type { Attack } from './attack.ts';
import { databaseAttacks } from './databaseAttacks.ts';
import { diskAttacks } from './diskAttacks.ts';
import { drawnRequests } from './httpAttacks.ts';
import { memoryAttacks } from './memoryAttacks.ts';
import { networkAttacks } from './networkAttacks.ts';
import { operatorAttacks } from './operatorAttacks.ts';
import { packageAttacks } from './packageAttacks.ts';
import { raceAttacks } from './raceAttacks.ts';
import { redisAttacks } from './redisAttacks.ts';
import { settingsAttacks } from './settingsAttacks.ts';
import { topologyAttacks } from './topologyAttacks.ts';

/** Every attack, in the order of docs/attacks.md. */
export const allAttacks: readonly Attack[] = [
  ...diskAttacks,
  ...redisAttacks,
  ...databaseAttacks,
  ...settingsAttacks,
  ...operatorAttacks,
  ...appAttacks,
  ...networkAttacks,
  ...memoryAttacks,
  drawnRequests(),
  ...raceAttacks,
  ...topologyAttacks,
  ...packageAttacks,
];
