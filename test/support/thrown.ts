/** Resolves to the reason that a promise rejects with; `undefined` when it does not. */
export async function thrown(act: () => Promise<unknown>): Promise<unknown> {
  try {
    await act();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** The message of what a promise rejects with; empty when it does not. */
export async function thrownBy(act: () => Promise<unknown>): Promise<string> {
  const error = await thrown(act);
  return error === undefined ? '' : (error as Error).message;
}
