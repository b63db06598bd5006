/** Runs work as it comes, so many at once. The first failure stops the rest, which is waited for before it is thrown. */
export async function inParallel(
  work: AsyncGenerator<() => Promise<void>>,
  max: number,
  onFailure: (error: unknown) => void,
): Promise<void> {
  let failure: { error: unknown } | null = null
  const fail = (error: unknown) => {
    failure ??= { error }
    onFailure(failure.error)
  }
  async function runSome(): Promise<void> {
    while (!failure) {
      const next = await work.next()
      if (next.done) return
      await next.value()
    }
  }
  await Promise.all(Array.from({ length: max }, () => runSome().catch(fail)))
  if (failure) throw (failure as { error: unknown }).error
}
