/** Long lists go to the server in several calls, none of which is larger than it takes. */
const encoder = new TextEncoder()
const bytesOf = (item: unknown): number => encoder.encode(JSON.stringify(item)).length + 1

/** In their order, each as large as it may be; an item that alone is larger is alone. A list that fits is the only one, itself. */
export function lotsOf<T>(
  items: readonly T[],
  mostBytes: number,
  toSend: (item: T) => unknown = (item) => item,
): (readonly T[])[] {
  const lots: T[][] = [[]]
  let bytes = 0
  for (const item of items) {
    const size = bytesOf(toSend(item))
    if (bytes + size > mostBytes && bytes > 0) {
      lots.push([])
      bytes = 0
    }
    bytes += size
    lots.at(-1)!.push(item)
  }
  return lots.length === 1 ? [items] : lots
}
