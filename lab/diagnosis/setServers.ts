import { chmod, copyFile } from 'node:fs/promises';
import path from 'node:path';
import { Authority } from '../../test/support/certificates.ts';
import { type PrivateDatabase, startPrivateDatabase } from '../../test/support/privateDatabase.ts';
import { type PrivateRedis, startPrivateRedis } from '../../test/support/privateRedis.ts';
import { SmallDisk } from '../../test/support/smallDisk.ts';
import { TcpProxy } from '../../test/support/tcpProxy.ts';

/** Locks and blocks as other programs do. */
export const chief = 'chief';
/** A program without rights. */
export const guest = 'guest';

/** Room for a fresh database and an hour of load. */
const diskMegabytes = 1_500;

/** The links that the lab can slow down: each is a proxy. */
export type LinkName =
  | 'gateways to Redis'
  | 'workers to Redis'
  | 'workers to the database'
  | 'Redis to its replica';

/** Servers of a faulted set: a database with TLS on a disk of its own, a Redis with a replica, and proxies before them. */
export interface SetServers {
  readonly database: PrivateDatabase;
  readonly certificate: ServerCertificate;
  /** Disk of the database; undefined where this user may not mount one. */
  readonly disk: SmallDisk | undefined;
  readonly redis: PrivateRedis;
  readonly links: Readonly<Record<LinkName, TcpProxy>>;
  stop(): Promise<void>;
}

export async function startSetServers(): Promise<SetServers> {
  const certificate = await ServerCertificate.make();
  const disk = await SmallDisk.mount(diskMegabytes);
  const rights = [
    `GRANT ALL ON *.* TO '${chief}'@'%' IDENTIFIED BY '${chief}'`,
    `GRANT PROCESS ON *.* TO counterfoil@'127.0.0.1'`,
    `CREATE USER '${guest}'@'%' IDENTIFIED BY '${guest}'`,
  ];
  const binlog = ['--log-bin=binlog', '--binlog-format=ROW', '--server-id=1'];
  const flags = [...binlog, '--max-connections=60', ...certificate.flags];
  const [database, redis] = await Promise.all([
    startPrivateDatabase(rights, flags, 'mariadb', disk?.folder),
    startPrivateRedis(),
  ]);
  const links = {
    'gateways to Redis': await linkTo(redis.server.url),
    'workers to Redis': await linkTo(redis.server.url),
    'workers to the database': await linkTo(database.server.url),
    'Redis to its replica': await linkTo(redis.server.url),
  };
  const replica = await startReplica(redis.server.url, links['Redis to its replica']);
  const stop = async () => {
    await Promise.all(Object.values(links).map((link) => link.close()));
    await disk?.free();
    await Promise.all([database.remove(), redis.remove(), replica.remove()]);
    await disk?.unmount();
    certificate.remove();
  };
  return { database, certificate, disk, redis, links, stop };
}

function linkTo(url: string): Promise<TcpProxy> {
  return TcpProxy.listen(Number(new URL(url).port));
}

function startReplica(masterUrl: string, link: TcpProxy): Promise<PrivateRedis> {
  const { password } = new URL(masterUrl);
  return startPrivateRedis(['--replicaof', '127.0.0.1', `${link.port}`, '--masterauth', password]);
}

/** Certificate of a database, which may expire while it runs. */
class ServerCertificate {
  readonly #authority = new Authority();

  static async make(): Promise<ServerCertificate> {
    const certificate = new ServerCertificate();
    await certificate.renew();
    return certificate;
  }

  /** File of the authority, as in `DATABASE_CA_FILE`. */
  get authorityFile(): string {
    return this.#authority.file;
  }

  /** Flags of a MariaDB with this certificate. */
  get flags(): readonly string[] {
    return [`--ssl-key=${this.#file('key')}`, `--ssl-cert=${this.#file('crt')}`];
  }

  /** Writes one that is valid for `days`; negative days have it expired. The database reads it with FLUSH SSL. */
  async renew(days = 30): Promise<void> {
    const { key, certificate } = this.#authority.certify('fresh', ['DNS:localhost'], days);
    await copyFile(key, this.#file('key'));
    await copyFile(certificate, this.#file('crt'));
    await chmod(this.#file('key'), 0o644); // root's servers run as nobody
  }

  remove(): void {
    this.#authority.remove();
  }

  #file(ending: string): string {
    return path.join(this.#authority.folder, `database.${ending}`);
  }
}
