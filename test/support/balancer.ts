import { Agent, request } from 'undici';

/** Milliseconds between two health checks of a gateway, and how long it may take to answer. */
const pollMs = 100;
const answerMs = 300;

interface Target {
  readonly url: string;
  isReady: boolean;
}

/** A load balancer: chooses ready gateways in turn. */
export class Balancer {
  /** Answers of gateways that were not ready although they were not stopping. */
  readonly unready: string[] = [];
  readonly #targets: Target[] = [];
  readonly #agent = new Agent({ headersTimeout: answerMs, bodyTimeout: answerMs, connectTimeout: answerMs });
  readonly #timers: NodeJS.Timeout[] = [];
  #turn = 0;

  add(url: string): void {
    const target = { url, isReady: true };
    this.#targets.push(target);
    this.#timers.push(setInterval(() => void this.#check(target), pollMs));
  }

  /** The address of the next ready gateway, or of any gateway when none is ready. */
  next(): string {
    const ready = this.#targets.filter(({ isReady }) => isReady);
    const choice = ready.length > 0 ? ready : this.#targets;
    this.#turn += 1;
    return choice[this.#turn % choice.length]?.url ?? '';
  }

  stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    return this.#agent.destroy();
  }

  async #check(target: Target): Promise<void> {
    try {
      const { statusCode, body } = await request(`${target.url}/readyz`, { dispatcher: this.#agent });
      const state = (await body.json()) as { readonly stopping: boolean };
      target.isReady = statusCode === 200;
      if (!target.isReady && !state.stopping) this.unready.push(`${target.url}: ${JSON.stringify(state)}`);
    } catch {
      target.isReady = false;
    }
  }
}
