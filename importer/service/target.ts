import { type Counterfoil, counterfoil, UnavailableError } from '../../client/nodeClient.ts';
import { ImportError } from '../source/importError.ts';

export interface Credentials {
  readonly url: string;
  readonly appId: string;
  readonly apiSecret: string;
}

/** A service that accepted the app. */
export interface Target {
  readonly client: Counterfoil;
  /** Distinguishes targets in a journal. */
  readonly name: string;
  /** Repeats the call while the service is busy. Throws the reason of the signal when that aborts. */
  account(signal: AbortSignal): Promise<{ readonly currency: string; readonly time_zone: string }>;
}

/** No service answered; a wrong secret is another error. */
export class ServiceUnreachable extends ImportError {}

/** Calls the service once, so that a wrong address or secret is reported at once, as an ImportError. */
export async function openTarget(credentials: Credentials): Promise<Target> {
  const { url, appId } = credentials;
  // The client does not repeat: BatchSender repeats batches, and limits how many are in flight.
  const client = counterfoil({ ...credentials, repeats: 0, timeoutMs: 60_000, deadlineMs: 60_000 });
  try {
    // Batches do not give way to calls on the account, as they do for a second to calls on records.
    const { status } = await client.send('account.read', '{}');
    if (status === 401)
      throw new ImportError(
        `${url} rejects the app ${appId}: it is unknown, revoked or disabled, or its secret is wrong; check COUNTERFOIL_APP_ID and COUNTERFOIL_API_SECRET`,
      );
    return { client, name: `${appId} at ${url}`, account: (signal) => accountOf(credentials, signal) };
  } catch (error) {
    await client.close();
    if (!(error instanceof UnavailableError)) throw error;
    throw new ServiceUnreachable(`no answer from ${url}: is the service running? (${error.message})`);
  }
}

async function accountOf(credentials: Credentials, signal: AbortSignal) {
  const patient = counterfoil({ ...credentials, deadlineMs: 60_000 });
  try {
    return await patient.account.read({}, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await patient.close();
  }
}
