import { readFileSync } from 'node:fs';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import { type ServerAddress, serverAddress, withCaFile } from '../../shared/settings/serverAddress.ts';

/** Seconds; a worker sends Redis a heartbeat every second. */
const longestSilence = 6;

/** Milliseconds. */
const answerLimit = 3_000;

type Client = ReadonlyMap<string, string>;

/**
 * Whether another client at this machine's address has recently sent a command to Redis. In a worker's container that
 * client is the worker: a frozen one stays connected, but is silent. Rejects when Redis does not answer.
 */
export async function isHeard(redisUrl: string, withinSeconds = longestSilence): Promise<boolean> {
  const [own, ...all] = await clients(serverAddress(redisUrl));
  if (!own) throw new Error('Redis does not list its clients');
  const others = all.filter((client) => client.get('id') !== own.get('id') && hostOf(client) === hostOf(own));
  return others.some((client) => Number(client.get('idle')) <= withinSeconds);
}

function hostOf(client: Client): string | undefined {
  return client.get('addr')?.replace(/:\d+$/, '');
}

/** This connection, then all connections. Redis writes each as a line of `name=value`. */
async function clients(address: ServerAddress): Promise<Client[]> {
  const lines = (await ask(address)).split('\n').filter((line) => line.startsWith('id='));
  return lines.map(
    (line) => new Map(line.split(' ').map((field) => field.split('=', 2) as [string, string])),
  );
}

/**
 * Loads neither ioredis nor the settings, and TLS only where it is used: this runs every few seconds beside each worker, and
 * loading them would cost more than the check.
 */
async function ask(address: ServerAddress): Promise<string> {
  const socket = (await connect(address)).setEncoding('utf8');
  socket.setTimeout(answerLimit, () => socket.destroy(new Error('Redis does not answer')));
  socket.write([...login(address), 'CLIENT INFO', 'CLIENT LIST', 'QUIT', ''].join('\r\n'));
  let answer = '';
  for await (const text of socket) answer += text;
  return answer;
}

async function connect({ host, port, usesTls, ca }: ServerAddress): Promise<net.Socket> {
  if (!usesTls) return net.connect({ host, port });
  const tls = await import('node:tls');
  // SNI takes names, not addresses.
  const servername = net.isIP(host) === 0 ? host : undefined;
  return tls.connect({ host, port, ...(servername && { servername }), ...(ca && { ca }) });
}

function login({ user, password }: ServerAddress): string[] {
  if (!password) return [];
  return [`AUTH ${JSON.stringify(user || 'default')} ${JSON.stringify(password)}`];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { REDIS_URL, REDIS_URL_FILE = '', REDIS_CA_FILE } = process.env;
  const redisUrl = REDIS_URL?.trim() || readFileSync(REDIS_URL_FILE, 'utf8').trim();
  process.exitCode = (await isHeard(REDIS_CA_FILE ? withCaFile(redisUrl, REDIS_CA_FILE) : redisUrl)) ? 0 : 1;
}
