import type { Counterfoil } from '../../client/webClient.ts';

/** The client of the type tests, which the compiler checks and nobody runs. */
export declare const service: Counterfoil;
