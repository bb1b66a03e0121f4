/** The message of what a promise rejects with; empty when it does not. */
export async function thrownBy(act: () => Promise<unknown>): Promise<string> {
  try {
    await act();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
