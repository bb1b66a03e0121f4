import type { Place } from './place.ts';
import type { Program } from './program.ts';

/** What a server is made from. */
export interface ServerOptions {
  readonly program: Program;
  readonly place: Place;
  readonly password: string;
  readonly flags: readonly string[];
  readonly progress: (line: string) => void;
}
