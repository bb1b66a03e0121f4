import { Agent, request } from 'undici';

/** Milliseconds between two looks at a gateway, and after which it has to answer. */
const pollMs = 100;
const answerMs = 300;

interface Target {
  readonly url: string;
  isReady: boolean;
}

/** Chooses gateways in turn, those that say that they are ready, as load balancers do. */
export class Balancer {
  /** Gateways that said of themselves that they lack something, and did not stop. */
  readonly unready: string[] = [];
  readonly #targets: Target[] = [];
  readonly #agent = new Agent({ headersTimeout: answerMs, bodyTimeout: answerMs, connectTimeout: answerMs });
  readonly #looking: NodeJS.Timeout[] = [];
  #turn = 0;

  add(url: string): void {
    const target = { url, isReady: true };
    this.#targets.push(target);
    this.#looking.push(setInterval(() => void this.#look(target), pollMs));
  }

  /** When none is ready, any of them. */
  next(): string {
    const ready = this.#targets.filter(({ isReady }) => isReady);
    const choice = ready.length > 0 ? ready : this.#targets;
    this.#turn += 1;
    return choice[this.#turn % choice.length]?.url ?? '';
  }

  stop(): Promise<void> {
    for (const looking of this.#looking) clearInterval(looking);
    return this.#agent.destroy();
  }

  async #look(target: Target): Promise<void> {
    try {
      const { statusCode, body } = await request(`${target.url}/readyz`, { dispatcher: this.#agent });
      const emitted = (await body.json()) as { readonly stopping: boolean };
      target.isReady = statusCode === 200;
      if (!target.isReady && !emitted.stopping)
        this.unready.push(`${target.url}: ${JSON.stringify(emitted)}`);
    } catch {
      target.isReady = false;
    }
  }
}
