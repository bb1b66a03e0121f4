export type { BatchEntry, BatchResult, BatchResults } from './batch.ts';
export { type Counterfoil, counterfoil } from './counterfoil.ts';
export * from './errors.ts';
export type { Sent } from './sender.ts';
