import { drawing } from '../../test/support/random.ts';
import { post, type Signer } from '../../test/support/rawRequest.ts';
import { bodyOf, crossed, families, type Genome, pure, randomGenome } from './adversarialBodies.ts';
import type { GatewayProcess } from './gatewayProcess.ts';

/** A body, and how long it blocked the gateway: the shortest of several attempts, since the machine may be slow for a moment. */
export interface Measured {
  readonly genome: Genome;
  readonly delayMs: number;
  readonly bytes: number;
}

/** Number of the worst bodies that are kept and combined. */
const survivors = 8;

/** A genetic search for the body that blocks the event loop of a gateway for the longest time. */
export class DelaySearch {
  readonly #gateway: GatewayProcess;
  readonly #signer: Signer;
  /** A delay below it is not measured again. */
  readonly #limitMs: number;
  readonly #maxAttempts: number;
  #worst: readonly Measured[] = [];
  #keys = 0;

  constructor(gateway: GatewayProcess, signer: Signer, limitMs: number, maxAttempts = 16) {
    this.#gateway = gateway;
    this.#signer = signer;
    this.#limitMs = limitMs;
    this.#maxAttempts = maxAttempts;
  }

  /** The worst bodies, the longest delay first. */
  get worst(): readonly Measured[] {
    return this.#worst;
  }

  /** Tries each family alone, as a single call (0) or a batch of `entries` entries. */
  async tryFamilies(entries: number, tried = families): Promise<void> {
    for (const family of tried) await this.#try(pure(family, entries));
  }

  /** Combines the worst bodies `generations` times. */
  async breed(seed: number, generations: number): Promise<void> {
    const draw = drawing(seed);
    for (let left = generations; left > 0; left -= 1) {
      const parent = () =>
        draw.below(4) === 0 ? randomGenome(draw.below(2 ** 31)) : draw.one(this.#worst).genome;
      await this.#try(crossed(draw, parent(), parent()));
    }
  }

  /** Measures the worst bodies again, until each is below the limit or was tried often enough; resolves to the worst. */
  async settle(): Promise<Measured> {
    const again = await sequentially(this.#worst, async (measured) => {
      let delayMs = measured.delayMs;
      for (let attempts = 1; attempts < this.#maxAttempts && delayMs >= this.#limitMs; attempts += 1)
        delayMs = Math.min(delayMs, await this.#measure(measured.genome));
      return { ...measured, delayMs };
    });
    this.#worst = again.toSorted((one, other) => other.delayMs - one.delayMs);
    return this.#worst[0] as Measured;
  }

  async #try(genome: Genome): Promise<void> {
    const delayMs = await this.#measure(genome);
    const measured = { genome, delayMs, bytes: Buffer.byteLength(bodyOf(genome)) };
    this.#worst = [...this.#worst, measured]
      .toSorted((one, other) => other.delayMs - one.delayMs)
      .slice(0, survivors);
  }

  /** Sends a body and asks the gateway for its delay, whether the request is answered or refused. */
  async #measure(genome: Genome): Promise<number> {
    const body = bodyOf(genome);
    const method = genome.entries > 0 ? 'batch.run' : genome.method;
    this.#keys += 1;
    const headers = genome.hasKey ? { 'Idempotency-Key': `key-${this.#keys}` } : {};
    await this.#gateway.longestDelayMs();
    const { status } = await post(this.#signer, { method, body, headers }, this.#gateway.port);
    if (![200, 400, 413, 503, 504].includes(status))
      throw new Error(`answered ${status}: ${JSON.stringify(genome)}`);
    return this.#gateway.longestDelayMs();
  }
}

async function sequentially<T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const one of list) results.push(await work(one));
  return results;
}
