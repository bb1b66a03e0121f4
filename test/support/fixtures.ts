import { type Counterfoil, counterfoil } from '../../client/nodeClient.ts';
import { newAccount, type TestAccount } from './account.ts';
import { type Cluster, type ClusterOptions, startCluster } from './cluster.ts';

/** Makes an account before each test. The returned one is always that of the running test. */
export function freshAccount(make: () => Promise<TestAccount> = newAccount): TestAccount {
  let account: TestAccount;
  beforeEach(async () => {
    account = await make();
  });
  return latest(() => account);
}

/** Makes an account for all tests of a block. The returned one can be used in its tests and hooks. */
export function sharedAccount(make: () => Promise<TestAccount> = newAccount): TestAccount {
  let account: TestAccount;
  before(async () => {
    account = await make();
  });
  return latest(() => account);
}

/** Runs a cluster during the tests of a block. The returned one can be used in its tests and hooks. */
export function ownCluster(options?: ClusterOptions): Cluster {
  let cluster: Cluster;
  before(async () => {
    cluster = await startCluster(options);
  });
  after(() => cluster.stop());
  return latest(() => cluster);
}

/** Runs two gateways and two workers of every resource during a block, with a new account and its two clients for each test. */
export function twoGateways(options: ClusterOptions = {}, repeats = 0) {
  const cluster = ownCluster({ redis: 9, gateways: 2, workers: 2, ...options });
  const account = freshAccount(() => newAccount({}, cluster));
  const { requestTimeoutMs: timeoutMs } = options;
  let clients: readonly Counterfoil[];
  beforeEach(() => {
    const { appId, apiSecret } = account;
    const urls = cluster.gateways.map(({ port }) => `http://127.0.0.1:${port}`);
    clients = urls.map((url) => counterfoil({ url, appId, apiSecret, repeats, timeoutMs }));
  });
  afterEach(() => Promise.all(clients.map((client) => client.close())));

  /** Sends requests by turns to the gateways. */
  const send = (index: number, method: string, body: object) =>
    (clients[index % 2] as Counterfoil).send(method, JSON.stringify(body));
  return { cluster, account, send };
}

/** Passes everything on to the plain object that a hook has made last. */
function latest<Made extends object>(made: () => Made): Made {
  return new Proxy({} as Made, {
    get: (_, name) => Reflect.get(made(), name),
    ownKeys: () => Reflect.ownKeys(made()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(made(), name),
  });
}
