/** Those who wait for something that happens once, or again later. */
export type Waiters<T> = { wait(): Promise<T>; resolve(value: T): void; reject(error: unknown): void }

export function createWaiters<T>(): Waiters<T> {
  let waiting: { resolve: (value: T) => void; reject: (error: unknown) => void }[] = []
  const all = (wake: (one: (typeof waiting)[number]) => void) => {
    const former = waiting
    waiting = []
    for (const each of former) wake(each)
  }
  return {
    wait: () => new Promise((resolve, reject) => waiting.push({ resolve, reject })),
    resolve: (value) => all((each) => each.resolve(value)),
    reject: (error) => all((each) => each.reject(error)),
  }
}
