import { useEffect, useState } from 'preact/hooks';

/** The token is the first part of the address, and stays there: the page can be loaded again. */
const token = location.pathname.split('/')[1];

const away = { code: 'away' };
const workingMs = 300;
const idleMs = 2_000;

/** Throws an Error with the message of the server, and its code if the page has an own text. `seen` is what the tab shows. */
async function post(path, body, seen) {
  const isFile = body instanceof Blob;
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      'X-Counterfoil-Page': token,
      ...(seen && { 'X-Counterfoil-Seen': seen }),
      'Content-Type': isFile ? 'application/octet-stream' : 'application/json',
    },
    body: isFile ? body : JSON.stringify(body ?? {}),
  });
  const answer = await response.json().catch(() => ({ error: `status ${response.status}` }));
  if (!response.ok) throw Object.assign(new Error(answer.error), { code: answer.code });
  return answer;
}

async function read(path) {
  const response = await fetch(path, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}

/**
 * Returns what the server knows, and how to change it. `state` is undefined before the first answer; `failure` has the message
 * or code of the last request that was refused; the code is 'away' while the server does not answer.
 */
export function useServer() {
  const [state, setState] = useState();
  const [runs, setRuns] = useState([]);
  const [failure, setFailure] = useState();
  const [isSending, setSending] = useState(false);
  const kind = state?.task?.kind;

  useEffect(() => {
    let isOver = false;
    const poll = async () => {
      try {
        const next = await read('api/state');
        if (isOver) return;
        setState(next);
        setFailure((before) => (before?.code === 'away' ? undefined : before));
      } catch {
        if (!isOver) setFailure(away);
      }
    };
    void poll();
    const timer = setInterval(poll, kind ? workingMs : idleMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [kind]);

  // A task that has ended may have changed the history.
  useEffect(() => {
    read('api/history').then(setRuns, () => {});
  }, [kind]);

  const change = async (path, body) => {
    setSending(true);
    try {
      setState(await post(path, body, state?.seen));
      setFailure(undefined);
    } catch (error) {
      setFailure(error instanceof TypeError ? away : error);
    } finally {
      setSending(false);
    }
  };
  return { state, runs, failure, isSending, change };
}
